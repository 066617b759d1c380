//! The blocks of functions, laid out before any function is exported, so that their addresses can be taken.

use rustc_hash::FxHashMap;
use tern_dialect::llvm::attributes::BLOCK_TAG;
use tern_dialect::{AttrKind, Block, Body, Context, OpRef};
use tern_ir::Global;
use tern_ir::entity::Strings;
use tern_mapping::asides;
use tern_mapping::names::to_llvm;

use crate::functions::Site;
use crate::{Compat, Exporter, ir};

/// The tags of blocks, by which their addresses are taken.
type Tags = Vec<(u32, ir::Block)>;

impl Exporter<'_> {
    /// Lays out the functions among the members of a module that have bodies, on all threads. What comes of it is by the place
    /// among the members.
    pub(crate) fn lay_out<'b>(
        &mut self,
        members: &[OpRef<'b>],
        declared: &[Option<Global>],
    ) -> FxHashMap<usize, Site<'b>> {
        let function = |index: usize| {
            let (member, global) = (members[index], declared[index]?);
            let body = member.body.nested(member.op).filter(|_| member.name() == "llvm.func")?;
            let has_blocks = body.root_regions().iter().any(|&region| !body.region_blocks(region).is_empty());
            has_blocks.then_some((index, global, body))
        };
        let functions: Vec<(usize, Global, &Body)> = (0..members.len()).filter_map(function).collect();
        let runs = tern_parallel::runs(&functions, tern_parallel::RUN, |(_, _, body)| body.op_count());
        let (context, names) = (self.context, self.names());
        let make = |run: &&[(usize, Global, &'b Body)], (): &mut (), made: &mut Vec<(Site<'b>, Tags)>| {
            let layout = |&(index, _, body)| layout(context, names.as_ref(), members[index], body);
            made.extend(run.iter().map(layout));
        };
        let mut sites = FxHashMap::default();
        tern_parallel::in_order(&runs, make, |run, made| {
            for (&(index, global, _), (site, tags)) in run.iter().zip(made.drain(..)) {
                self.tagged_blocks.extend(tags.into_iter().map(|(tag, block)| ((global, tag), block)));
                sites.insert(index, site);
            }
        });
        sites
    }

    /// Lays out one function again.
    pub(crate) fn lay_out_again<'b>(&self, func: OpRef<'_>, body: &'b Body) -> Site<'b> {
        layout(self.context, self.names().as_ref(), func, body).0
    }

    /// Where names of blocks go, if they have any.
    fn names(&self) -> Option<Strings> {
        (self.options.compat == Compat::Lossless).then(|| self.ir.strings.clone())
    }
}

/// Lays out the blocks of a function.
fn layout<'b>(
    context: &Context,
    names: Option<&Strings>,
    func: OpRef<'_>,
    body: &'b Body,
) -> (Site<'b>, Tags) {
    let (mut site, mut tags) = (Site::new(body), Tags::new());
    let Some(&region) = body.root_regions().first() else { return (site, tags) };
    site.blocks.resize(body.block_count());
    let blocktag = context.op_name_of_two("llvm.", "blocktag");
    for (index, &block) in body.region_blocks(region).iter().enumerate() {
        if index != 0 && only_forwards(context, body, block) {
            site.forwarding.insert(block);
            continue;
        }
        let name = names.and_then(|names| {
            let name = match index {
                0 => match func.attribute(asides::ENTRY_BLOCK)?.kind(context) {
                    AttrKind::String { value, .. } => context.bytes(*value).into(),
                    _ => return None,
                },
                _ => to_llvm(context.bytes(body.block_name(block)?)),
            };
            Some(names.intern(&name))
        });
        let exported = site.function.add_block(name);
        site.blocks[block] = Some(exported);
        site.positions[exported] = index as u32;
        for op in body.block_ops(block).filter(|&op| body.op_name(op) == blocktag) {
            let tag = OpRef::new(context, body, op).property("tag");
            let tag = tag.and_then(|tag| tag.declared(context, &BLOCK_TAG)?.first()?.as_u64());
            tags.extend(tag.map(|tag| (tag as u32, exported)));
        }
    }
    site.block_order = by_dominance(body, &site.own_blocks(region));
    (site, tags)
}

/// Whether a block is one that import adds to an edge: it only forwards to another.
fn only_forwards(context: &Context, body: &Body, block: Block) -> bool {
    let only = body.block_first(block).filter(|&first| body.block_last(block) == Some(first));
    only.is_some_and(|only| OpRef::new(context, body, only).attribute(asides::EDGE).is_some())
}

/// Blocks in the order in which upstream translates them, which decides the order of what translation declares: those that
/// dominate others come first.
fn by_dominance(body: &Body, blocks: &[Block]) -> Vec<Block> {
    let successors = |block: Block| body.block_last(block).map_or(&[][..], |last| body.successors(last));
    tern_ir::graph::reverse_post_order(blocks, |block| successors(block).iter().copied())
}
