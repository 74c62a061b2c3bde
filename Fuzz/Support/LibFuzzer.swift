#if FUZZING
    /// The functions that libFuzzer calls and the one that it provides. Source: LLVM, *libFuzzer – a library for
    /// coverage-guided fuzz testing*, and its header `FuzzerInterface.h`.
    package enum Fuzzer {
        nonisolated(unsafe) fileprivate static var target: (any FuzzTarget.Type)?

        /// Call this from the target's `LLVMFuzzerInitialize`.
        package static func start(_ target: any FuzzTarget.Type) -> CInt {
            unsafe self.target = target
            target.prepare()
            return 0
        }
    }

    /// libFuzzer calls this with each input.
    @c(LLVMFuzzerTestOneInput)
    public func fuzzerTestOneInput(_ start: UnsafeRawPointer?, _ count: Int) -> CInt {
        unsafe Fuzzer.target?.run([UInt8](UnsafeRawBufferPointer(start: start, count: count)))
        return 0
    }

    @_extern(c, "LLVMFuzzerMutate")
    private func libFuzzerMutate(_ data: UnsafeMutablePointer<UInt8>?, _ size: Int, _ maximum: Int) -> Int

    /// libFuzzer calls this to change an input in place. Returns the new size.
    @c(LLVMFuzzerCustomMutator)
    public func fuzzerCustomMutator(
        _ data: UnsafeMutablePointer<UInt8>?, _ size: Int, _ maximum: Int, _ seed: CUnsignedInt
    ) -> Int {
        let input = unsafe [UInt8](UnsafeBufferPointer(start: data, count: size))
        guard let first = input.first, let syntax = unsafe Fuzzer.target?.syntax(first), seed % 4 != 0,
            let output = mutated(input, syntax, UInt64(seed)), output.count <= maximum
        else { return unsafe libFuzzerMutate(data, size, maximum) }
        unsafe data?.update(from: output, count: output.count)
        return output.count
    }

    private func mutated(_ input: [UInt8], _ syntax: InputSyntax, _ seed: UInt64) -> [UInt8]? {
        let random = SplitMix(seed: seed)
        switch syntax {
        case .der(let offset):
            var mutator = DERMutator(random: random, mutateBytes: mutateBytes)
            return mutator.mutate(input, from: offset)
        case .json(let offset):
            var mutator = JSONMutator(random: random, mutateBytes: mutateBytes)
            return mutator.mutate(input, from: offset)
        }
    }

    private func mutateBytes(_ bytes: inout [UInt8], _ room: Int) {
        let count = bytes.count
        bytes += [UInt8](repeating: 0, count: room)
        let mutated = unsafe bytes.withUnsafeMutableBufferPointer { buffer in
            unsafe libFuzzerMutate(buffer.baseAddress, count, buffer.count)
        }
        bytes.removeLast(bytes.count - mutated)
    }
#endif
