// Code for Server/Upstream/README.md: an executable target that depends on NIOCore and NIOPosix of swift-nio.
import Foundation
import NIOCore
import NIOPosix

@main
enum Reproduction {
    static func main() async throws {
        for round in 1...100 {
            let server = try await ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .bind(host: "127.0.0.1", port: 0) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                    }
                }
            guard let address = server.channel.localAddress else { return }
            // Clients with their own event loops, which close as soon as they are connected.
            let clients = MultiThreadedEventLoopGroup(numberOfThreads: 4)
            let connecting = Task {
                await withTaskGroup(of: Void.self) { group in
                    for _ in 0..<4 {
                        group.addTask {
                            while let client = try? await ClientBootstrap(group: clients).connect(to: address).get() {
                                client.close(promise: nil)
                            }
                        }
                    }
                }
            }
            Task {
                try await Task.sleep(for: .milliseconds(50))
                try? await server.channel.close()
            }
            await withDiscardingTaskGroup { group in
                try? await server.executeThenClose { connections in
                    for try await connection in connections {
                        group.addTask {
                            try? await connection.executeThenClose { inbound, _ in for try await _ in inbound {} }
                        }
                    }
                }
            }
            await connecting.value
            try await clients.shutdownGracefully()
            print("round \(round) ended")
        }
    }
}
