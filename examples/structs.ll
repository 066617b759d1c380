; A list of points: named, recursive, packed and literal structs, and values of them.

%struct.point = type { double, double }
%struct.node = type { %struct.point, ptr, [4 x i16] }
%packed = type <{ i8, i32 }>
%opaque = type opaque

@origin = constant %struct.point zeroinitializer, align 8
@table = global [2 x %struct.node] [%struct.node { %struct.point { double 1.000000e+00, double -2.500000e+00 }, ptr getelementptr inbounds nuw (i8, ptr @table, i64 32), [4 x i16] [i16 1, i16 2, i16 3, i16 4] }, %struct.node zeroinitializer], align 8
@tight = global %packed <{ i8 1, i32 2 }>
@known = external global %opaque

define { double, i1 } @first(ptr %list) {
  %empty = icmp eq ptr %list, null
  br i1 %empty, label %none, label %some

some:                                             ; preds = %0
  %x = load double, ptr %list, align 8
  %1 = insertvalue { double, i1 } poison, double %x, 0
  %2 = insertvalue { double, i1 } %1, i1 true, 1
  ret { double, i1 } %2

none:                                             ; preds = %0
  ret { double, i1 } zeroinitializer
}

define double @length(ptr byval(%struct.point) align 8 %p) {
  %y.place = getelementptr inbounds nuw %struct.point, ptr %p, i32 0, i32 1
  %x = load double, ptr %p, align 8
  %y = load double, ptr %y.place, align 8
  %x2 = fmul fast double %x, %x
  %y2 = fmul fast double %y, %y
  %sum = fadd reassoc nnan double %x2, %y2
  %length = call double @llvm.sqrt.f64(double %sum)
  ret double %length
}

; Function Attrs: nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none)
declare double @llvm.sqrt.f64(double) #0

attributes #0 = { nocallback nocreateundeforpoison nofree nosync nounwind speculatable willreturn memory(none) }
