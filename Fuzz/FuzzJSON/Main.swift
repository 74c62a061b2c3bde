import FuzzSupport

#if FUZZING
    /// libFuzzer calls this first.
    @c(LLVMFuzzerInitialize)
    public func fuzzerInitialize(_: UnsafeRawPointer?, _: UnsafeRawPointer?) -> CInt { Fuzzer.start(JSONTarget.self) }
#else
    @main
    struct Main { static func main() { Replay.start(JSONTarget.self) } }
#endif
