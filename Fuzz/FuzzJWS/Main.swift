import FuzzSupport

#if FUZZING
    /// libFuzzer calls this first.
    @c(LLVMFuzzerInitialize)
    public func fuzzerInitialize(_: UnsafeRawPointer?, _: UnsafeRawPointer?) -> CInt { Fuzzer.start(JWSTarget.self) }
#else
    @main
    struct Main { static func main() { Replay.start(JWSTarget.self) } }
#endif
