import FuzzSupport

#if FUZZING
    /// libFuzzer calls this first.
    @c(LLVMFuzzerInitialize)
    public func fuzzerInitialize(_: UnsafeRawPointer?, _: UnsafeRawPointer?) -> CInt {
        Fuzzer.start(CInterfaceTarget.self)
    }
#else
    @main
    struct Main { static func main() { Replay.start(CInterfaceTarget.self) } }
#endif
