//! Intrinsics that are the same without a mask today, and whose names tell the shapes of vectors.

use super::masks::{select, select_at};
use crate::function::Value;
use crate::upgrade::maker::Maker;

type Made = Option<Option<Value>>;

/// The width of a result, the width of its elements (0: any), their kind (`f`: floats, `i`: integers, `a`: any), and the new name without
/// `x86.`.
type Shape = (u32, u32, char, &'static str);

/// The shapes of intrinsics that have a name for each width of the result; one name if the width is appended to it.
macro_rules! widths {
    ($name:literal) => {
        widths!(concat!($name, ".128"), concat!($name, ".256"), concat!($name, ".512"))
    };
    ($narrow:expr, $wide:expr, $widest:expr) => {
        &[(128, 0, 'a', $narrow), (256, 0, 'a', $wide), (512, 0, 'a', $widest)]
    };
}

/// Old names without `avx512.mask.`, each with the shapes of its results.
const MASKED: &[(&str, &[Shape])] = &[
    (
        "max.p",
        &[
            (128, 32, 'a', "sse.max.ps"),
            (128, 64, 'a', "sse2.max.pd"),
            (256, 32, 'a', "avx.max.ps.256"),
            (256, 64, 'a', "avx.max.pd.256"),
        ],
    ),
    (
        "min.p",
        &[
            (128, 32, 'a', "sse.min.ps"),
            (128, 64, 'a', "sse2.min.pd"),
            (256, 32, 'a', "avx.min.ps.256"),
            (256, 64, 'a', "avx.min.pd.256"),
        ],
    ),
    ("pshuf.b.", widths!("ssse3.pshuf.b.128", "avx2.pshuf.b", "avx512.pshuf.b.512")),
    ("pmul.hr.sw.", widths!("ssse3.pmul.hr.sw.128", "avx2.pmul.hr.sw", "avx512.pmul.hr.sw.512")),
    ("pmulh.w.", widths!("sse2.pmulh.w", "avx2.pmulh.w", "avx512.pmulh.w.512")),
    ("pmulhu.w.", widths!("sse2.pmulhu.w", "avx2.pmulhu.w", "avx512.pmulhu.w.512")),
    ("pmaddw.d.", widths!("sse2.pmadd.wd", "avx2.pmadd.wd", "avx512.pmaddw.d.512")),
    ("pmaddubs.w.", widths!("ssse3.pmadd.ub.sw.128", "avx2.pmadd.ub.sw", "avx512.pmaddubs.w.512")),
    ("packsswb.", widths!("sse2.packsswb.128", "avx2.packsswb", "avx512.packsswb.512")),
    ("packssdw.", widths!("sse2.packssdw.128", "avx2.packssdw", "avx512.packssdw.512")),
    ("packuswb.", widths!("sse2.packuswb.128", "avx2.packuswb", "avx512.packuswb.512")),
    ("packusdw.", widths!("sse41.packusdw", "avx2.packusdw", "avx512.packusdw.512")),
    (
        "vpermilvar.",
        &[
            (128, 32, 'a', "avx.vpermilvar.ps"),
            (128, 64, 'a', "avx.vpermilvar.pd"),
            (256, 32, 'a', "avx.vpermilvar.ps.256"),
            (256, 64, 'a', "avx.vpermilvar.pd.256"),
            (512, 32, 'a', "avx512.vpermilvar.ps.512"),
            (512, 64, 'a', "avx512.vpermilvar.pd.512"),
        ],
    ),
    ("cvtpd2dq.256", &[(0, 0, 'a', "avx.cvt.pd2dq.256")]),
    ("cvtpd2ps.256", &[(0, 0, 'a', "avx.cvt.pd2.ps.256")]),
    ("cvttpd2dq.256", &[(0, 0, 'a', "avx.cvtt.pd2dq.256")]),
    ("cvttps2dq.128", &[(0, 0, 'a', "sse2.cvttps2dq")]),
    ("cvttps2dq.256", &[(0, 0, 'a', "avx.cvtt.ps2dq.256")]),
    (
        "permvar.",
        &[
            (256, 32, 'f', "avx2.permps"),
            (256, 32, 'i', "avx2.permd"),
            (256, 64, 'f', "avx512.permvar.df.256"),
            (256, 64, 'i', "avx512.permvar.di.256"),
            (512, 32, 'f', "avx512.permvar.sf.512"),
            (512, 32, 'i', "avx512.permvar.si.512"),
            (512, 64, 'f', "avx512.permvar.df.512"),
            (512, 64, 'i', "avx512.permvar.di.512"),
            (128, 16, 'a', "avx512.permvar.hi.128"),
            (256, 16, 'a', "avx512.permvar.hi.256"),
            (512, 16, 'a', "avx512.permvar.hi.512"),
            (128, 8, 'a', "avx512.permvar.qi.128"),
            (256, 8, 'a', "avx512.permvar.qi.256"),
            (512, 8, 'a', "avx512.permvar.qi.512"),
        ],
    ),
    ("dbpsadbw.", widths!("avx512.dbpsadbw")),
    ("pmultishift.qb.", widths!("avx512.pmultishift.qb")),
    ("conflict.d", widths!("avx512.conflict.d")),
    ("conflict.q", widths!("avx512.conflict.q")),
    ("pavg.b", widths!("sse2.pavg.b", "avx2.pavg.b", "avx512.pavg.b.512")),
    ("pavg.w", widths!("sse2.pavg.w", "avx2.pavg.w", "avx512.pavg.w.512")),
];

fn shapes(name: &str) -> Option<&'static [Shape]> {
    let name = name.strip_prefix("avx512.mask.")?;
    let is = |old: &str| match old.ends_with(|last: char| last.is_ascii_digit()) {
        true => name == old,
        false => name.starts_with(old),
    };
    MASKED.iter().find(|(old, _)| is(old)).map(|(_, shapes)| *shapes)
}

/// Whether an intrinsic has lost its mask.
pub(super) fn is_masked(name: &str) -> bool {
    shapes(name).is_some()
}

/// The intrinsic without a mask, and then the mask.
pub(super) fn masked(m: &mut Maker<'_>) -> Made {
    let ret = m.ret;
    let (width, element, is_float) = (m.bits(ret)?, m.element_bits(ret)?, m.is_float(ret));
    let fits = |&&(wide, bits, kind, _): &&Shape| {
        (wide == 0 || wide == width)
            && (bits == 0 || bits == element)
            && (kind == 'a' || (kind == 'f') == is_float)
    };
    let (.., name) = shapes(m.name)?.iter().find(fits)?;
    let count = m.arg_count();
    let args = m.call.args.get(..count.checked_sub(2)?)?.to_vec();
    let result = m.intrinsic(&format!("x86.{name}"), &[], &args)?;
    select_at(m, count - 1, result, count - 2)
}

/// Shifts by an amount for all lanes, by an immediate one or by one for each lane.
pub(super) fn shift(m: &mut Maker<'_>) -> Made {
    let rest = m.name.strip_prefix("avx512.mask.")?;
    let (op, rest) = rest.split_at_checked(4)?;
    let bytes = rest.as_bytes();
    let immediate = bytes.first() == Some(&b'i') || bytes.get(2) == Some(&b'i');
    let variable = bytes.first() == Some(&b'v');
    let size =
        (0..3).find(|&at| bytes.get(at) == Some(&b'.')).map_or_else(|| bytes.get(4), |at| bytes.get(at + 1));
    let size = char::from(*size?);
    let is = |digit: u8| bytes.get(1) == Some(&digit);
    let name = if variable && bytes.get(1) != Some(&b'.') {
        match size {
            'd' if is(b'2') && op != "psra" => format!("avx2.{op}v.q"),
            'd' if is(b'4') && op != "psra" => format!("avx2.{op}v.q.256"),
            's' if is(b'4') => format!("avx2.{op}v.d"),
            's' if is(b'8') => format!("avx2.{op}v.d.256"),
            'h' if is(b'8') => format!("avx512.{op}v.w.128"),
            'h' if is(b'1') => format!("avx512.{op}v.w.256"),
            _ if rest.starts_with("v32") => format!("avx512.{op}v.w.512"),
            _ => return None,
        }
    } else {
        let form = if immediate {
            "i"
        } else if variable {
            "v"
        } else {
            ""
        };
        let immediate = if immediate { "i" } else { "" };
        let width = [".128", ".256"].into_iter().find(|width| rest.ends_with(width));
        match (width, size) {
            (Some(width), 'q') if op == "psra" => format!("avx512.psra{form}.q{width}"),
            (Some(".128"), 'd' | 'q' | 'w') => format!("sse2.{op}{immediate}.{size}"),
            (Some(_), 'd' | 'q' | 'w') => format!("avx2.{op}{immediate}.{size}"),
            (None, 'd' | 'q') => format!("avx512.{op}{form}.{size}.512"),
            (None, 'w') => format!("avx512.{op}{immediate}.w.512"),
            _ => return None,
        }
    };
    let (value, by) = (m.arg(0)?, m.arg(1)?);
    let result = m.intrinsic(&format!("x86.{name}"), &[], &[value, by])?;
    select_at(m, 3, result, 2)
}

/// What is passed where the mask is not set: zero or the first argument.
fn finish(m: &mut Maker<'_>, result: Value, mask: usize) -> Made {
    let zeroes = m.name.starts_with("avx512.maskz");
    let otherwise = if zeroes { m.zero(m.ret) } else { m.arg(0)? };
    let mask = m.arg(mask)?;
    select(m, mask, result, otherwise).map(Some)
}

/// Operations whose first argument is also the one that is passed.
pub(super) fn accumulate(m: &mut Maker<'_>, name: &str, count: usize) -> Made {
    let width = m.bits(m.ret)?;
    let name = match (name, m.element_bits(m.ret)?) {
        ("pternlog", 32) => format!("x86.avx512.pternlog.d.{width}"),
        ("pternlog", _) => format!("x86.avx512.pternlog.q.{width}"),
        _ => format!("x86.avx512.{name}.{width}"),
    };
    let args = m.call.args.get(..count)?.to_vec();
    let result = m.intrinsic(&name, &[], &args)?;
    finish(m, result, count)
}

/// Products of narrow numbers, which were in wide lanes.
pub(super) fn multiply_add(m: &mut Maker<'_>, name: &str, bits: u32) -> Made {
    let width = m.bits(m.ret)?;
    let mut args = [m.arg(0)?, m.arg(1)?, m.arg(2)?];
    let is_old = args[1..].iter().all(|&arg| m.element_bits(m.type_of(arg)) == Some(32));
    if is_old {
        let ty = m.vector(m.module.types.integer(bits), width / bits);
        for arg in &mut args[1..] {
            *arg = m.bitcast(*arg, ty);
        }
    }
    let result = m.intrinsic(&format!("x86.avx512.{name}.{width}"), &[], &args)?;
    finish(m, result, 3)
}

/// A permutation of two vectors.
pub(super) fn permute_two(m: &mut Maker<'_>, index_first: bool) -> Made {
    let ret = m.ret;
    let (width, is_float) = (m.bits(ret)?, m.is_float(ret));
    let kind = match (m.element_bits(ret)?, is_float) {
        (32, true) => "ps",
        (32, false) => "d",
        (64, true) => "pd",
        (64, false) => "q",
        (16, _) => "hi",
        _ => "qi",
    };
    let mut args = [m.arg(0)?, m.arg(1)?, m.arg(2)?];
    if !index_first {
        args.swap(0, 1);
    }
    let result = m.intrinsic(&format!("x86.avx512.vpermi2var.{kind}.{width}"), &[], &args)?;
    let passed = m.arg(1)?;
    let otherwise = match m.name.starts_with("avx512.maskz") {
        true => m.zero(ret),
        false => m.bitcast(passed, ret),
    };
    let mask = m.arg(3)?;
    select(m, mask, result, otherwise).map(Some)
}
