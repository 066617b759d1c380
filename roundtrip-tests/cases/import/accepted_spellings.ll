; RUN: tern import %s
/* What LLVM reads although it prints it otherwise:
attributes #0 = { cold }
} */
@5 = global i8 300 /* 44 */
@9 = global ptr @5
@table = /* a /* comment * does / not nest */ global [u0x3 x i8] [i8 -129, i8 u0x1FF, i8 s0xF]

define void @f(<256 x i32> %tile, i16 %x) #0 {
  %amx = bitcast <256 x i32> %tile to x86_amx /*
}
  */
  %tile.again = bitcast x86_amx %amx to <1024 x i8>
  %c = icmp ult i16 %x, 65536
  ret void
}

attributes #0 = { nounwind }

!named = !{!0, !1, !2, !3, !4, !5}
!0 = !DIEnumerator(name: "wide", value: 1234567890123456789012345678901234567890123456789)
!1 = !DIEnumerator(name: "negative", value: -1234567890123456789012345678901234567890123456789)
!2 = !DITemplateValueParameter(name: "struct", type: !6, value: { i64, i64 } { i64 ptrtoint (ptr @5 to i64), i64 0 })
!3 = !DIDerivedType(tag: DW_TAG_member, baseType: !6, flags: DIFlagStaticMember, extraData: <{ i8 }> <{ i8 1 }>)
!4 = !DISubrange(count: u0x10, lowerBound: s0xF0)
!5 = !{i8 300, { i8 } { i8 -1 }, [2 x i8] c"ab"}
!6 = !DIBasicType(name: "long", size: 64, encoding: DW_ATE_signed, flags: DIFlagNameIsSimplified)
