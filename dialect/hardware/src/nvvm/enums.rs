//! Enums of the dialect.

use tern_mlir::declare::enums;

enums! {
    /// The reduction of conditions by a barrier.
    BarrierReduction: 32 {
        Popc = 0 => "popc", And = 1 => "and", Or = 2 => "or",
    }

    /// The format of block scales.
    BlockScaleFormat: 32 {
        Ue8m0 = 0 => "ue8m0", Ue4m3 = 1 => "ue4m3",
    }

    /// The number of cooperating blocks.
    CTAGroupKind: 32 {
        Cta1 = 0 => "cta_1", Cta2 = 1 => "cta_2",
    }

    /// The eviction priority of cached data.
    CacheEvictionPriority: 32 {
        EvictNormal = 0 => "evict_normal", EvictFirst = 1 => "evict_first", EvictLast = 2 => "evict_last",
        EvictUnchanged = 3 => "evict_unchanged", NoAllocate = 4 => "no_allocate",
    }

    /// A query about a cancelled launch.
    ClusterLaunchControlQueryType: 32 {
        IsCanceled = 0 => "is_canceled", GetFirstCtaIdX = 1 => "get_first_cta_id_x",
        GetFirstCtaIdY = 2 => "get_first_cta_id_y", GetFirstCtaIdZ = 3 => "get_first_cta_id_z",
    }

    /// The signedness of dot product factors.
    DotAccumulateType: 32 {
        Signed = 1 => "signed", Unsigned = 0 => "unsigned",
    }

    /// Rounding modes.
    FPRoundingMode: 32 {
        None = 0 => "none", Rn = 1 => "rn", Rm = 2 => "rm", Rp = 3 => "rp", Rz = 4 => "rz", Rna = 5 => "rna",
        Rs = 6 => "rs",
    }

    /// Actions on dependent grids.
    GridDepActionKind: 32 {
        Wait = 0 => "wait", LaunchDependents = 1 => "launch_dependents",
    }

    /// The element type of a matrix to load or store.
    LdStMatrixEltType: 32 {
        B16 = 0 => "b16", B8 = 1 => "b8", B8x16B6x16P32 = 2 => "b8x16.b6x16_p32",
        B8x16B4x16P64 = 3 => "b8x16.b4x16_p64",
    }

    /// Cache modifiers of loads.
    LoadCacheModifierKind: 32 {
        Ca = 0 => "ca", Cg = 1 => "cg", Cs = 2 => "cs", Lu = 3 => "lu", Cv = 4 => "cv",
    }

    /// The operation that combines single bits.
    MMAB1Op: 32 {
        None = 0 => "none", XorPopc = 1 => "xor_popc", AndPopc = 2 => "and_popc",
    }

    /// The element kind of matrices with block scales.
    MMABlockScaleKind: 32 {
        Mxf8f6f4 = 0 => "mxf8f6f4", Mxf4 = 1 => "mxf4", Mxf4nvf4 = 2 => "mxf4nvf4",
    }

    /// The matrix that a fragment belongs to.
    MMAFrag: 32 {
        A = 0 => "a", B = 1 => "b", C = 2 => "c",
    }

    /// Overflow behavior of integers.
    MMAIntOverflow: 32 {
        Satfinite = 1 => "satfinite", Wrapped = 0 => "wrapped",
    }

    /// The element kind of matrices, beyond their types.
    MMAKind: 32 {
        F8f6f4 = 0 => "f8f6f4",
    }

    /// The layout of a matrix: row-major or column-major.
    MMALayout: 32 {
        Row = 0 => "row", Col = 1 => "col",
    }

    /// The type of the elements of a matrix.
    MMATypes: 32 {
        F16 = 0 => "f16", F32 = 1 => "f32", Tf32 = 2 => "tf32", Bf16 = 9 => "bf16", S8 = 4 => "s8",
        U8 = 3 => "u8", S32 = 5 => "s32", S4 = 8 => "s4", U4 = 7 => "u4", B1 = 6 => "b1", F64 = 10 => "f64",
        E4m3 = 11 => "e4m3", E5m2 = 12 => "e5m2", E3m2 = 13 => "e3m2", E2m3 = 14 => "e2m3",
        E2m1 = 15 => "e2m1",
    }

    /// Whether to match any threads with equal values, or all.
    MatchSyncKind: 32 {
        Any = 0 => "any", All = 1 => "all",
    }

    /// Memory orderings.
    MemOrderKind: 32 {
        Weak = 0 => "weak", Relaxed = 1 => "relaxed", Acquire = 2 => "acquire", Release = 3 => "release",
        AcqRel = 4 => "acq_rel", Sc = 5 => "sc", Mmio = 6 => "mmio", Volatile = 7 => "volatile",
    }

    /// Memory scopes.
    MemScopeKind: 32 {
        Cta = 0 => "cta", Cluster = 1 => "cluster", Gpu = 2 => "gpu", Sys = 3 => "sys",
    }

    /// Kinds of memory, numbered by address space.
    NVVMMemorySpace: 32 {
        Generic = 0 => "generic", Global = 1 => "global", Shared = 3 => "shared", Constant = 4 => "constant",
        Local = 5 => "local", Tensor = 6 => "tensor", SharedCluster = 7 => "shared_cluster",
    }

    /// Byte selection modes.
    PermuteMode: 32 {
        Default = 0 => "default", F4e = 1 => "f4e", B4e = 2 => "b4e", Rc8 = 3 => "rc8", Ecl = 4 => "ecl",
        Ecr = 5 => "ecr", Rc16 = 6 => "rc16",
    }

    /// A cache.
    PrefetchCacheLevel: 32 {
        L1 = 0 => "L1", L2 = 1 => "L2",
    }

    /// Proxies: ways to access memory.
    ProxyKind: 32 {
        Alias = 0 => "alias", Async = 1 => "async", AsyncGlobal = 2 => "async.global",
        AsyncShared = 3 => "async.shared", Tensormap = 4 => "tensormap", Generic = 5 => "generic",
    }

    /// Reductions over threads.
    ReduxKind: 32 {
        Add = 1 => "add", And = 2 => "and", Max = 3 => "max", Min = 4 => "min", Or = 5 => "or",
        Umax = 6 => "umax", Umin = 7 => "umin", Xor = 8 => "xor", Fmin = 9 => "fmin", Fmax = 10 => "fmax",
    }

    /// Saturation of results.
    SaturationMode: 32 {
        None = 0 => "none", Satfinite = 1 => "satfinite",
    }

    /// The number of scales per row.
    ScaleVecSize: 32 {
        X1 = 0 => "x1", X2 = 1 => "x2", X4 = 2 => "x4",
    }

    /// Whether to increase or decrease the number of registers.
    SetMaxRegisterAction: 32 {
        Decrease = 1 => "decrease", Increase = 0 => "increase",
    }

    /// Shared memory of the block or of the cluster.
    SharedSpace: 32 {
        SharedCta = 0 => "cta", SharedCluster = 1 => "cluster",
    }

    /// The source lane of a shuffle.
    ShflKind: 32 {
        Bfly = 0 => "bfly", Up = 1 => "up", Down = 2 => "down", Idx = 3 => "idx",
    }

    /// Load modes of the tensor memory accelerator.
    TMALoadMode: 32 {
        Tile = 0 => "tile", Im2col = 1 => "im2col", Im2colW = 2 => "im2col_w",
        Im2colW128 = 3 => "im2col_w_128", TileGather4 = 4 => "tile_gather4",
    }

    /// Reductions of the tensor memory accelerator.
    TMAReduxKind: 32 {
        Add = 0 => "add", Max = 2 => "max", Min = 1 => "min", Inc = 3 => "inc", Dec = 4 => "dec",
        And = 5 => "and", Or = 6 => "or", Xor = 7 => "xor",
    }

    /// Store modes of the tensor memory accelerator.
    TMAStoreMode: 32 {
        Tile = 0 => "tile", Im2col = 1 => "im2col", TileScatter4 = 2 => "tile_scatter4",
    }

    /// The warps that a copy is multicast to.
    Tcgen05CpMulticast: 32 {
        None = 0 => "none", Warpx20213 = 1 => "warpx2_02_13", Warpx20123 = 2 => "warpx2_01_23",
        Warpx4 = 3 => "warpx4",
    }

    /// Shapes of copies.
    Tcgen05CpShape: 32 {
        Shape128x256b = 0 => "shape_128x256b", Shape4x256b = 1 => "shape_4x256b",
        Shape128x128b = 2 => "shape_128x128b", Shape64x128b = 3 => "shape_64x128b",
        Shape32x128b = 4 => "shape_32x128b",
    }

    /// Source formats of converting copies.
    Tcgen05CpSrcFormat: 32 {
        B6x16P32 = 0 => "b6x16_p32", B4x16P64 = 1 => "b4x16_p64",
    }

    /// Whether a fence is before or after a synchronization.
    Tcgen05FenceKind: 32 {
        BeforeThreadSync = 0 => "before", AfterThreadSync = 1 => "after",
    }

    /// Shapes of loads and stores.
    Tcgen05LdStShape: 32 {
        Shape16x64b = 0 => "shape_16x64b", Shape16x128b = 1 => "shape_16x128b",
        Shape16x256b = 2 => "shape_16x256b", Shape32x32b = 3 => "shape_32x32b",
        Shape16x32bx2 = 4 => "shape_16x32bx2",
    }

    /// The size of blocks with scales.
    Tcgen05MMABlockScale: 32 {
        Default = 0 => "default", Block16 = 1 => "block16", Block32 = 2 => "block32",
    }

    /// The buffer that keeps the second matrix.
    Tcgen05MMACollectorBBuffer: 32 {
        B0 = 0 => "b0", B1 = 1 => "b1", B2 = 2 => "b2", B3 = 3 => "b3",
    }

    /// The use of the buffer that keeps a matrix.
    Tcgen05MMACollectorOp: 32 {
        Discard = 0 => "discard", Lastuse = 1 => "lastuse", Fill = 2 => "fill", Use = 3 => "use",
    }

    /// The element kind of matrices.
    Tcgen05MMAKind: 32 {
        F8f6f4 = 2 => "f8f6f4", I8 = 3 => "i8", F16 = 0 => "f16", Tf32 = 1 => "tf32",
    }

    /// Whether to wait for loads or stores.
    Tcgen05WaitKind: 32 {
        Load = 0 => "load", Store = 1 => "store",
    }

    /// Reductions of conditions over threads.
    VoteSyncKind: 32 {
        Any = 0 => "any", All = 1 => "all", Ballot = 2 => "ballot", Uni = 3 => "uni",
    }

    /// Whether a matrix is negated.
    WGMMAScaleIn: 32 {
        One = 1 => "one", Neg = -1 => "neg",
    }

    /// Whether to add to the accumulator.
    WGMMAScaleOut: 32 {
        Zero = 0 => "zero", One = 1 => "one",
    }

    /// The type of the elements of a matrix.
    WGMMATypes: 32 {
        F16 = 0 => "f16", Tf32 = 1 => "tf32", U8 = 2 => "u8", S8 = 3 => "s8", B1 = 4 => "b1",
        Bf16 = 5 => "bf16", E4m3 = 6 => "e4m3", E5m2 = 7 => "e5m2", F32 = 8 => "f32", S32 = 9 => "s32",
    }
}
