import FuzzSupport

#if FUZZING
    /// libFuzzer calls this first.
    @c(LLVMFuzzerInitialize)
    public func fuzzerInitialize(_: UnsafeRawPointer?, _: UnsafeRawPointer?) -> CInt {
        Fuzzer.start(JWSVerifierTarget.self)
    }
#else
    @main
    struct Main { static func main() { Replay.start(JWSVerifierTarget.self) } }
#endif
