//! Lays out the blocks of functions. The layout depends only on the function, so the address of a block can be taken before its
//! function is exported.

use cranelift_entity::EntityRef;
use rustc_hash::FxHashMap;
use tern_dialect_llvm::attributes::BLOCK_TAG;
use tern_dialect_llvm::ops;
use tern_llvm_ir::Global;
use tern_llvm_ir::entity::Strings;
use tern_mapping::asides;
use tern_mapping::names::to_llvm;
use tern_mlir::{AttrKind, Block, Body, Context, OpRef};

use crate::functions::BodyState;
use crate::{Exporter, ir};

/// The blocks of a function whose addresses can be taken, by tag.
pub(crate) type Tags = FxHashMap<u32, ir::Block>;

/// The body of a function, if it has one.
pub(crate) fn definition<'b>(member: OpRef<'b>) -> Option<&'b Body> {
    let body = member.body.nested(member.op).filter(|_| member.is(ops::Func::DEF))?;
    body.root_regions().iter().any(|&region| !body.region_blocks(region).is_empty()).then_some(body)
}

impl Exporter<'_> {
    /// Lays out the blocks of a function.
    pub(crate) fn lay_out<'b>(&self, func: OpRef<'_>, body: &'b Body) -> BodyState<'b> {
        lay_out(self.context, self.names().as_ref(), func, body)
    }

    /// The table for the names of blocks; `None` if they are not kept.
    pub(crate) fn names(&self) -> Option<Strings> {
        self.tables.policy.keeps_names.then(|| self.ir.strings.clone())
    }

    /// The block with this tag in a function.
    pub(crate) fn tagged_block(&mut self, function: Global, tag: u32) -> Option<ir::Block> {
        if !self.tags.contains_key(&function) {
            let func = *self.tables.definitions.get(&function)?;
            let read = self.read_body(func).ok()?;
            let tags = tags(self.context, read.as_ref().or(definition(func))?);
            self.hand_back(read);
            self.tags.insert(function, tags);
        }
        self.tags.get(&function)?.get(&tag).copied()
    }
}

/// Lays out the blocks of a function: creates its blocks and determines the order in which they are exported.
pub(crate) fn lay_out<'b>(
    context: &Context,
    names: Option<&Strings>,
    func: OpRef<'_>,
    body: &'b Body,
) -> BodyState<'b> {
    let mut site = BodyState::new(body);
    let Some(&region) = body.root_regions().first() else { return site };
    site.blocks.resize(body.block_count());
    site.positions.resize(body.block_count());
    for (index, &block) in body.region_blocks(region).iter().enumerate() {
        if only_forwards(context, body, index, block) {
            site.forwarding.insert(block);
            continue;
        }
        let name = names.and_then(|names| {
            let name = match index {
                0 => match func.attribute(asides::ENTRY_BLOCK)?.kind(context) {
                    // An empty name in LLVM means no name.
                    AttrKind::String { value, .. } if !context.bytes(*value).is_empty() => {
                        context.bytes(*value).into()
                    }
                    _ => return None,
                },
                _ => to_llvm(context.bytes(body.block_name(block)?)),
            };
            Some(names.intern(&name))
        });
        let exported = site.function.add_block(name);
        site.blocks[block] = Some(exported);
        site.positions[exported] = index as u32;
    }
    site.block_order = by_dominance(body, &site.own_blocks(region));
    site
}

/// The tags in a function, with the blocks that its layout assigns to them.
fn tags(context: &Context, body: &Body) -> Tags {
    let mut tags = Tags::default();
    let blocks = body.root_regions().first().map_or(&[][..], |&region| body.region_blocks(region));
    let own =
        blocks.iter().enumerate().filter(|&(index, &block)| !only_forwards(context, body, index, block));
    for (exported, (_, &block)) in own.enumerate() {
        for tag in
            body.block_ops(block).filter_map(|op| ops::BlockTag::unverified(OpRef::new(context, body, op)))
        {
            let tag = tag.tag().and_then(|tag| tag.declared(context, &BLOCK_TAG)?.first()?.as_u64());
            tags.extend(tag.map(|tag| (tag as u32, ir::Block::new(exported))));
        }
    }
    tags
}

/// Whether a block only forwards to another one; import inserts such blocks on edges.
fn only_forwards(context: &Context, body: &Body, index: usize, block: Block) -> bool {
    if index == 0 {
        return false;
    }
    let only = body.block_first(block).filter(|&first| body.block_last(block) == Some(first));
    only.is_some_and(|only| OpRef::new(context, body, only).attribute(asides::EDGE).is_some())
}

/// Blocks in the order in which upstream translates them: dominators first. The order determines that of declarations made during
/// translation.
fn by_dominance(body: &Body, blocks: &[Block]) -> Vec<Block> {
    let successors = |block: Block| body.block_last(block).map_or(&[][..], |last| body.successors(last));
    tern_llvm_ir::graph::reverse_post_order(blocks, |block| successors(block).iter().copied())
}

#[cfg(test)]
mod tests {
    use tern_mlir::asm::{self, ParseOptions};
    use tern_mlir::{Context, OpRef};

    use crate::{Exporter, Options, ir};

    /// The second block only forwards to the third, so it does not count as a block of the function.
    const FUNCTION: &[u8] = b"llvm.func @f(%c: i1) {
  llvm.cond_br %c, ^edge, ^end
^edge:
  llvm.br ^end {tern.edge}
^end:
  llvm.blocktag <id = 7>
  llvm.return
}";

    #[test]
    fn blocks_are_found_by_their_tags() {
        let text = String::from_utf8_lossy(FUNCTION).replace("tern.edge", tern_mapping::asides::EDGE);
        let context = Context::new(tern_dialect_llvm::DIALECTS);
        let module = asm::parse(&context, "layout", text.as_bytes(), &ParseOptions::default()).unwrap();
        let resources = Default::default();
        let mut exporter = Exporter::new(&context, &resources, Options::default());
        let members = module.body().nested(module.root()).unwrap();
        let op = OpRef::new(&context, module.body(), module.root());
        exporter.translate_members(op, members).unwrap();
        let global = *exporter.tables.definitions.keys().next().unwrap();
        assert_eq!(exporter.tagged_block(global, 7), Some(ir::Block::from_u32(1)));
        assert_eq!(exporter.tagged_block(global, 8), None);
    }
}
