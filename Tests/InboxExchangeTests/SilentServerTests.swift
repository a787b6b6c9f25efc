import Foundation
import InboxCore
import InboxSettings
import InboxTestSupport
import NIOCore
import Synchronization
import Testing

@testable import InboxExchange

/// A server that accepts the connection, lets everything be read, and acknowledges nothing.
@Suite(.waiting) struct SilentServerTests {
  private static let zone = TimeZone(secondsFromGMT: 0) ?? .current

  private func silentServer() async throws -> FakeServer {
    try await FakeServer(
      greeting: FakeServer.largeGreeting,
      FakeServer.answering { subject in
        subject.contains("STREAM.INFO")
          ? FakeServer.info(last: 9, subjects: "bb1.>")
          : subject.contains("CONSUMER.CREATE") ? #"{"name":"c","num_pending":0}"# : nil
      })
  }

  /// Exchanges until the connection ends; the error, and what it has reported.
  private func exchange(
    _ inbox: Inbox, by server: FakeServer
  ) async throws -> (error: ExchangeError?, statuses: [ExchangeStatus]) {
    var options = try server.options()
    // Long enough for what is answered, also on a busy machine.
    options.answerTimeout = .seconds(2)
    let statuses = Mutex<[ExchangeStatus]>([])
    let error = await exchangeError {
      try await NATSConnection.connected(options) { connection in
        try await ServerConnection(connection, key: .none).exchange(
          inbox, named: .default, onlyReads: false
        ) { status in statuses.withLock { $0.append(status) } }
      }
    }
    return (error, statuses.withLock { $0 })
  }

  @Test func `is told with the time since when, until something is acknowledged`() async throws {
    let folder = try TemporaryFolder()
    let inbox = try Inbox.open(folder: folder.path + "/inbox", configuration: .init())
    try ExchangeInbox(inbox).join(ExchangeMembership(person: "me", machine: "laptop"))
    _ = try await inbox.push([.make("a", id: "a")], defaultSource: "ci")
    let server = try await silentServer()
    let silence = SilentServer()
    let begin = Date(timeIntervalSince1970: 1_767_225_600)
    for minute in [0.0, 5] {
      let (error, statuses) = try await exchange(inbox, by: server)
      // It has read everything, and looks well until then.
      #expect(statuses.last?.phase == .live && statuses.last?.waitingCount == 1, "\(statuses)")
      #expect(statuses.allSatisfy { !$0.isAnswered })
      #expect(statuses.allSatisfy { silence.isSilent($0) == (minute > 0) })
      let ended = try #require(error)
      let told = silence.error(for: ended, at: begin + 60 * minute, in: Self.zone)
      #expect(told as? ExchangeError == .silent(server: server.address, since: "00:00"))
    }
    #expect(try ExchangeInbox(inbox).waitingCount() == 1)
  }

  @Test func `is over with an acknowledgement, or another error`() async throws {
    let timeout = ExchangeError.timedOut(server: "h", .answer)
    var status = ExchangeStatus(phase: .live)
    let silence = SilentServer()
    #expect(!silence.isSilent(status))
    #expect(silence.error(for: timeout) is ExchangeError)
    #expect(silence.isSilent(status))
    status.isAnswered = true
    #expect(!silence.isSilent(status))
    status.isAnswered = false
    #expect(!silence.isSilent(status))
    _ = silence.error(for: timeout)
    let refused = ExchangeError.unreachable(server: "h", reason: "Connection refused")
    #expect(silence.error(for: refused) as? ExchangeError == refused)
    #expect(!silence.isSilent(status))
  }

  @Test(arguments: NATSProgram.all)
  func `a server that acknowledges is none, also where nothing waits`(
    program: NATSProgram
  ) async throws {
    let server = try NATSServer(program)
    let laptop = try ExchangingMachine("laptop", server)
    try laptop.start()
    #expect(try await comesTrue { laptop.status?.isAnswered == true })
    await laptop.stop()
  }
}
