import InboxCore
import InboxTestSupport
import InboxText
import Testing

@testable import InboxExchange

/// A stream that has reached its `max_bytes` limit, and gets room again.
@Suite(.waiting, .serialized) struct FullStreamTests {
  private static let problem =
    "the stream BELLBOARD has reached its max_bytes limit; raise it on the server"

  /// Changes the limit of the stream; 0 for none.
  private func limit(_ server: NATSServer, to bytes: Int64) async throws {
    try await withStream(server) { stream in
      guard case .object(var fields)? = try await stream.ask("STREAM.INFO.BELLBOARD")["config"]
      else { return }
      fields["max_bytes"] = .integer(bytes > 0 ? bytes : -1)
      _ = try await stream.ask("STREAM.UPDATE.BELLBOARD", .object(fields))
    }
  }

  /// A machine whose large messages are refused, as the stream has no room for them.
  private func refused(_ server: NATSServer, _ count: Int) async throws -> ExchangingMachine {
    let laptop = try ExchangingMachine("laptop", server)
    try laptop.start()
    try laptop.push("first")
    #expect(try await agree(laptop, count: 1))
    try await limit(server, to: 4_000)
    for index in 0..<count {
      try laptop.push(.make("\(index)", id: "\(index)", body: .incompressible(9_000)))
    }
    #expect(try await comesTrue { laptop.status?.heldCount == count })
    #expect(laptop.status?.problem == Self.problem)
    #expect(try await comesTrue { laptop.status?.nextTry != nil })
    return laptop
  }

  @Test(arguments: NATSProgram.all)
  func `sends what was refused as soon as another value is accepted`(
    program: NATSProgram
  ) async throws {
    let server = try NATSServer(program)
    let laptop = try await refused(server, 12)
    try await limit(server, to: 0)
    try laptop.push("small")
    #expect(try await agree(laptop, count: 14))
    #expect(try await comesTrue { laptop.status?.problem == nil && laptop.status?.nextTry == nil })
    #expect(laptop.status?.heldCount == 0)
    await laptop.stop()
  }

  @Test(arguments: NATSProgram.all)
  func `sends what was refused as soon as another machine has room`(
    program: NATSProgram
  ) async throws {
    let server = try NATSServer(program)
    let laptop = try await refused(server, 2)
    try await limit(server, to: 0)
    let desktop = try ExchangingMachine("desktop", server)
    try desktop.push("of the desktop")
    try desktop.start()
    #expect(try await agree(laptop, desktop, count: 4))
    await stop(laptop, desktop)
  }

  @Test func `small values that still fit do not send the large ones again and again`()
    async throws
  {
    let server = try NATSServer(.newest())
    let laptop = try await refused(server, 9)
    for index in 0..<3 {
      let before = try #require(laptop.status).sentCount
      try laptop.push("small \(index)")
      #expect(try await comesTrue { laptop.status.map { $0.sentCount > before } ?? false })
      #expect(try await comesTrue { laptop.status?.heldCount == 9 })
    }
    #expect(laptop.status?.problem == Self.problem)
    await laptop.stop()
  }
}

/// When refused values are tried again.
@Suite struct HeldValuesTests {
  private let held = HeldValues()

  private func value(_ id: String, _ size: Int) throws -> ExchangeValue {
    let subject = try ExchangeKey.none.subject(of: MessageIdentity(source: "ci", id: id))
    return ExchangeValue(
      subject: subject, name: .content, bytes: .init(repeating: 1, count: size), sequence: 0)
  }

  private func place(_ id: String) throws -> RegisterPlace {
    RegisterPlace(try value(id, 0).subject, .content)
  }

  @Test func `the smallest that had no room are first, without what is too large`() throws {
    for (id, size) in [("c", 30), ("a", 10), ("b", 20)] {
      held.hold([(try value(id, size), "full", true)])
    }
    held.hold([(try value("large", 5), "too large", false)])
    #expect(try held.smallest(1) == [place("a")])
    #expect(try held.smallest(8) == [place("a"), place("b"), place("c")])
    #expect(held.problem == "too large" && held.pause == .seconds(60))
    held.remove([try value("large", 5)])
    #expect(held.problem == "full")
    held.remove(try ["a", "b", "c"].map { try value($0, 1) })
    #expect(held.problem == nil && held.smallest(8).isEmpty)
  }

  @Test func `there may be room after a value was stored anywhere, and when it is time`() throws {
    held.hold([(try value("a", 10), "full", true)])
    #expect(held.mayFit(afterSending: 0, readTo: 7))
    #expect(!held.mayFit(afterSending: 0, readTo: 7))
    #expect(held.mayFit(afterSending: 1, readTo: 7))
    #expect(held.mayFit(afterSending: 0, readTo: 8))
    held.begin(held.pause)
    #expect(!held.mayFit(afterSending: 0, readTo: 8) && held.scheduled == .seconds(60))
    held.fire()
    #expect(held.scheduled == nil && !held.takeWhole())
    #expect(held.mayFit(afterSending: 0, readTo: 8))
    #expect(!held.mayFit(afterSending: 0, readTo: 8))
  }

  @Test func `all are tried every hour`() throws {
    held.hold([(try value("a", 10), "too large", false)])
    #expect(held.pause == .seconds(3_600) && !held.takeWhole())
    held.fire()
    #expect(held.takeWhole() && !held.takeWhole())
    held.hold([(try value("b", 10), "full", true)])
    var count = 0
    repeat {
      held.fire()
      count += 1
    } while count < 100 && !held.takeWhole()
    #expect(count == 60)
  }
}
