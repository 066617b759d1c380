; A name of a kind that is like a known one up to what is compared at once.
!named = !{!0, !1}
!0 = !DITemplateTypeParameter(name: "a", type: null)
!1 = !DITemplateTypePaxxxxxxx(name: "a", type: null)
