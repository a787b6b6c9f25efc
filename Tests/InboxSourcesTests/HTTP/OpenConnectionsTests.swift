import Foundation
import NIOCore
import NIOEmbedded
import Testing

@testable import InboxSources

@Suite struct OpenConnectionsTests {
  /// Counts the reads that come through to the socket, whose errors it raises.
  private final class Socket: ChannelOutboundHandler {
    typealias OutboundIn = Never
    var readCount = 0

    func read(context: ChannelHandlerContext) { readCount += 1 }
  }

  private let socket = Socket()
  private let all = OpenConnections(most: 2)

  private func channel(_ connections: OpenConnections) throws -> EmbeddedChannel {
    let channel = EmbeddedChannel()
    try channel.pipeline.syncOperations.addHandlers([socket, AcceptHandler(connections)])
    return channel
  }

  @Test func `where all have as many as may be, none is accepted before one has gone`() throws {
    let (first, second) = (
      OpenConnections(most: 10, within: all), OpenConnections(most: 10, within: all)
    )
    let channel = try channel(first)
    let (one, another) = (EmbeddedChannel(), EmbeddedChannel())
    second.count(one)
    channel.read()
    #expect(socket.readCount == 1)
    second.count(another)
    channel.read()
    channel.read()
    #expect(socket.readCount == 1)
    try one.close().wait()
    one.embeddedEventLoop.run()
    channel.embeddedEventLoop.run()
    #expect(socket.readCount == 2)
  }

  @Test func `a connection counts from when it is accepted, once, until it is closed`() throws {
    let channel = try channel(all)
    let (first, second) = (EmbeddedChannel(), EmbeddedChannel())
    for accepted in [first, second] {
      channel.pipeline.fireChannelRead(accepted as any Channel)
      all.count(accepted)
    }
    #expect(all.isFull)
    try first.close().wait()
    first.embeddedEventLoop.run()
    #expect(!all.isFull)
  }

  @Test func `a raised limit lets those in that wait`() throws {
    let own = OpenConnections(most: 1, within: OpenConnections(most: 10))
    let channel = try channel(own)
    let accepted = EmbeddedChannel()
    own.count(accepted)
    channel.read()
    #expect(socket.readCount == 0)
    own.most = 2
    channel.embeddedEventLoop.run()
    #expect(socket.readCount == 1)
  }

  @Test func `without a descriptor it pauses, and no error reaches the listener`() throws {
    let channel = try channel(all)
    channel.pipeline.fireErrorCaught(IOError(errnoCode: EMFILE, reason: "accept"))
    try channel.throwIfErrorCaught()
    channel.read()
    #expect(socket.readCount == 0)
    channel.embeddedEventLoop.advanceTime(by: .seconds(1))
    #expect(socket.readCount == 1)
    channel.pipeline.fireErrorCaught(IOError(errnoCode: EBADF, reason: "accept"))
    #expect(throws: IOError.self) { try channel.throwIfErrorCaught() }
  }
}

@Suite struct BodyMemoryTests {
  private let memory = BodyMemory(most: 100, mostUnproved: 30)

  private func share(isProved: Bool = true) -> BodyShare {
    let share = BodyShare(of: memory)
    share.isProved = isProved
    return share
  }

  @Test func `no more is taken than there is, until some is given back`() {
    let (first, second) = (share(), share())
    #expect(first.take(60) && second.take(40))
    #expect(!first.take(1) && !second.take(1))
    first.giveBack()
    first.giveBack()
    #expect(second.take(60))
    #expect(!first.take(1))
  }

  @Test func `what has yet to prove itself leaves most of it to others`() {
    let unproved = share(isProved: false)
    #expect(unproved.take(30))
    #expect(!share(isProved: false).take(1))
    #expect(share().take(70))
    unproved.giveBack()
    #expect(share(isProved: false).take(30))
  }
}
