//! Typed views and builders of declared attributes and types: what the accessors that
//! [`attribute_defs!`](super::macros) and [`type_defs!`](super::macros) generate are made of.
//!
//! The type that a declaration generates has one parameter, its state: `DISubprogram<Params>` is a view of an attribute,
//! `DISubprogram<NewParams>` one that is being built.

use std::marker::PhantomData;

use super::{AttrDef, Holds, Param, ParamDecl, ParamKind, TypeDef, default_param};
use crate::attributes::Attribute;
use crate::context::{Context, Ident};
use crate::types::{Type, TypeKind};

/// What a parameter of a kind holds. The macros find the implementation by the spelling of the kind: `Unsigned(32)` holds `u32`,
/// `Enum(Linkage::DEF)` holds `Linkage`, `Class(&AttrClass::String)` what attributes of that class [hold](Holds).
pub trait HoldsParam {
    /// What an accessor returns.
    type Read<'a>;
    /// What a builder accepts.
    type Write<'a>;
    /// The value of a parameter; `None` if it is absent or of another kind.
    fn read<'a>(context: &'a Context, param: &'a Param) -> Option<Self::Read<'a>>;
    /// The parameter of the kind `kind` that holds the value.
    fn write(context: &Context, kind: &ParamKind, value: Self::Write<'_>) -> Param;
}

macro_rules! scalar {
    ($($ty:ty: $variant:ident),*) => {$(
        impl HoldsParam for $ty {
            type Read<'a> = Self;
            type Write<'a> = Self;
            #[inline]
            fn read<'a>(_: &'a Context, param: &'a Param) -> Option<Self> {
                match param {
                    Param::$variant(value) => Some(*value as Self),
                    _ => None,
                }
            }
            fn write(_: &Context, _: &ParamKind, value: Self) -> Param {
                Param::$variant(value.into())
            }
        }
    )*};
}
scalar!(bool: Bool, i64: Signed, u32: Unsigned, u64: Unsigned, Ident: String, Type: Type, Attribute: Attribute);

/// A parameter that is an attribute of a class whose attributes hold `H`.
#[derive(Debug)]
pub struct OfClass<H: ?Sized>(PhantomData<H>);

impl<H: Holds + ?Sized> HoldsParam for OfClass<H> {
    type Read<'a> = H::Read<'a>;
    type Write<'a> = H::Write<'a>;
    #[inline]
    fn read<'a>(context: &'a Context, param: &'a Param) -> Option<H::Read<'a>> {
        H::read(context, param.as_attribute()?)
    }
    fn write(context: &Context, kind: &ParamKind, value: H::Write<'_>) -> Param {
        let ParamKind::Class(class) = kind else { panic!("{kind:?} is no class of attributes") };
        Param::Attribute(H::write(value).attribute(context, class))
    }
}

/// A list of parameters that hold `H`.
#[derive(Debug)]
pub struct ListOf<H>(PhantomData<H>);

impl<H: HoldsParam> HoldsParam for ListOf<H> {
    type Read<'a> = Items<'a, H>;
    type Write<'a> = Vec<H::Write<'a>>;
    fn read<'a>(context: &'a Context, param: &'a Param) -> Option<Items<'a, H>> {
        Some(Items { context, rest: param.as_list()?.iter(), held: PhantomData })
    }
    fn write(context: &Context, kind: &ParamKind, values: Self::Write<'_>) -> Param {
        let (ParamKind::List(item) | ParamKind::Braced(item)) = kind else { panic!("{kind:?} is no list") };
        Param::List(values.into_iter().map(|value| H::write(context, item, value)).collect())
    }
}

/// The elements of a list.
pub struct Items<'a, H> {
    context: &'a Context,
    rest: std::slice::Iter<'a, Param>,
    held: PhantomData<H>,
}

impl<H> Clone for Items<'_, H> {
    fn clone(&self) -> Self {
        Self { context: self.context, rest: self.rest.clone(), held: PhantomData }
    }
}

impl<'a, H: HoldsParam> Iterator for Items<'a, H> {
    type Item = H::Read<'a>;

    fn next(&mut self) -> Option<Self::Item> {
        let param = self.rest.next()?;
        Some(H::read(self.context, param).unwrap_or_else(|| panic!("{param:?} is no element of such a list")))
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.rest.size_hint()
    }
}

impl<H: HoldsParam> ExactSizeIterator for Items<'_, H> {}

/// The declaration of something with parameters: an [`AttrDef`] or a [`TypeDef`].
pub trait ParamDef: Sized + std::fmt::Debug + 'static {
    /// The attribute or the type.
    type Handle: Copy;
    /// The declared parameters.
    fn decls(&self) -> &'static [ParamDecl];
    /// The parameters of `handle`, if it is declared by this.
    fn params<'c>(&'static self, context: &'c Context, handle: Self::Handle) -> Option<&'c [Param]>;
    /// The attribute or type with these parameters.
    fn declare(&'static self, context: &Context, params: Vec<Param>) -> Self::Handle;
}

impl ParamDef for AttrDef {
    type Handle = Attribute;
    fn decls(&self) -> &'static [ParamDecl] {
        self.params
    }
    #[inline]
    fn params<'c>(&'static self, context: &'c Context, attribute: Attribute) -> Option<&'c [Param]> {
        attribute.declared(context, self)
    }
    fn declare(&'static self, context: &Context, params: Vec<Param>) -> Attribute {
        Attribute::declare(context, self, params)
    }
}

impl ParamDef for TypeDef {
    type Handle = Type;
    fn decls(&self) -> &'static [ParamDecl] {
        self.params
    }
    #[inline]
    fn params<'c>(&'static self, context: &'c Context, ty: Type) -> Option<&'c [Param]> {
        ty.declared(context, self)
    }
    fn declare(&'static self, context: &Context, params: Vec<Param>) -> Type {
        context.ty(TypeKind::Declared { def: self, params: params.into() })
    }
}

/// The parameters of an attribute or a type that is viewed as what its declaration says.
#[derive(Clone, Copy)]
pub struct Params<'a> {
    context: &'a Context,
    params: &'a [Param],
}

impl<'a> Params<'a> {
    /// The parameters of `handle`, if it is declared by `def`.
    #[inline]
    pub fn of<D: ParamDef>(context: &'a Context, def: &'static D, handle: D::Handle) -> Option<Self> {
        Some(Self { context, params: def.params(context, handle)? })
    }

    /// The value of the parameter at `index`, if it is present.
    #[inline]
    pub fn get<H: HoldsParam>(self, index: usize) -> Option<H::Read<'a>> {
        H::read(self.context, self.params.get(index)?)
    }

    /// The value of the parameter at `index`, which is always present.
    ///
    /// # Panics
    /// If the attribute or type was not made as its declaration says.
    #[inline]
    pub fn required<H: HoldsParam>(self, index: usize, name: &'static str) -> H::Read<'a> {
        match self.get::<H>(index) {
            Some(value) => value,
            None => missing(name),
        }
    }
}

#[cold]
fn missing(name: &'static str) -> ! {
    panic!("an attribute or type was made without a valid parameter `{name}`")
}

/// An attribute or a type that is being built.
#[derive(Clone)]
pub struct NewParams<'c, D: 'static> {
    context: &'c Context,
    def: &'static D,
    params: Vec<Param>,
}

impl<'c, D: ParamDef> NewParams<'c, D> {
    /// One with the default values.
    pub fn of(context: &'c Context, def: &'static D) -> Self {
        let params = def.decls().iter().map(|decl| default_param(context, decl)).collect();
        Self { context, def, params }
    }

    /// Sets the parameter at `index`.
    pub fn set<H: HoldsParam>(&mut self, index: usize, value: H::Write<'_>) {
        self.params[index] = H::write(self.context, self.def.decls()[index].kind, value);
    }

    /// The attribute or type.
    pub fn made(self) -> D::Handle {
        self.def.declare(self.context, self.params)
    }
}

impl std::fmt::Debug for Params<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.params.fmt(f)
    }
}

impl<D> std::fmt::Debug for NewParams<'_, D> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.params.fmt(f)
    }
}

#[cfg(test)]
mod tests {
    use crate::test_dialect::{Buffer, Site, context};
    use crate::{Attribute, asm};

    #[test]
    fn what_is_built_is_viewed() {
        let c = context();
        let inner = Site::build(&c, c.ident("f.c"), 7).made();
        let site = Site::build(&c, c.ident("g.c"), 1 << 20).column(3).inside(inner).tags(vec![4, 5]);
        let attribute = site.made();
        let view = Site::of(&c, attribute).unwrap();
        assert_eq!((c.str(view.file()), view.line(), view.column()), ("g.c", 1 << 20, 3));
        assert_eq!((view.inside(), view.tags().collect::<Vec<_>>()), (Some(inner), vec![4, 5]));
        let inner = Site::of(&c, inner).unwrap();
        assert_eq!((inner.column(), inner.inside(), inner.tags().len()), (0, None, 0));
        let text = r#"#test.site<file = "g.c", line = 1048576, column = 3, inside = <file = "f.c", line = 7>, tags = 4, 5>"#;
        assert_eq!(asm::attribute_to_string(&c, attribute), text);
        assert!(Site::of(&c, Attribute::string(&c, "g.c")).is_none());
    }

    #[test]
    fn types_have_views() {
        let c = context();
        let buffer = Buffer::build(&c, c.common.i32).made();
        let view = Buffer::of(&c, buffer).unwrap();
        assert_eq!((view.element(), view.is_shared()), (c.common.i32, false));
        assert!(Buffer::of(&c, c.common.i32).is_none());
    }

    #[test]
    #[should_panic(expected = "without a valid parameter `line`")]
    fn a_malformed_attribute_is_loud() {
        let c = context();
        let malformed = Attribute::declare(&c, &crate::test_dialect::SITE, []);
        Site::of(&c, malformed).unwrap().line();
    }
}
