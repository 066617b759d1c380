//! Steps that not every [`Policy`](crate::policy::Policy) has. Each is called from one place. Folding, which has more files, is in `fold/`.

mod detours;
mod intrinsic_attributes;
