import NIOCore
import NIOEmbedded
import Synchronization
import Testing

@testable import InboxSources

@Suite struct InputCloseHandlerTests {
  private let channel = EmbeddedChannel(handler: InputCloseHandler())
  private let closings = Closings()

  private final class Closings: Sendable {
    let count = Atomic(0)
  }

  private struct ScriptedError: Error {}

  init() throws {
    try channel.connect(to: SocketAddress(ipAddress: "127.0.0.1", port: 80)).wait()
  }

  private func listen() {
    channel.whenInputCloses { [closings] in closings.count.add(1, ordering: .relaxed) }
    channel.embeddedEventLoop.run()
  }

  private var closingCount: Int { closings.count.load(ordering: .relaxed) }

  @Test func `the end of a client's half is told once`() throws {
    listen()
    #expect(closingCount == 0)
    channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.outputClosed)
    #expect(closingCount == 0)
    channel.pipeline.fireUserInboundEventTriggered(ChannelEvent.inputClosed)
    #expect(closingCount == 1)
    try channel.close().wait()
    #expect(closingCount == 1)
  }

  @Test func `a connection that is closed or broken is told`() throws {
    listen()
    channel.pipeline.fireErrorCaught(ScriptedError())
    #expect(closingCount == 1)
    #expect(throws: ScriptedError.self) { try channel.throwIfErrorCaught() }
    listen()
    #expect(closingCount == 2)
  }

  @Test func `an end that came before is told at once`() throws {
    try channel.close().wait()
    listen()
    #expect(closingCount == 1)
  }
}
