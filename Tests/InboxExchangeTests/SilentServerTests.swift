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
  private static let greeting =
    #"INFO {"version":"2.10.0","headers":true,"max_payload":100000}"# + "\r\n"
  private static let info = """
    {"created":"c","state":{"last_seq":9,"messages":9},"config":{"subjects":["bb1.>"],\
    "storage":"file","retention":"limits","max_msgs_per_subject":1,"max_age":0}}
    """
  private static let zone = TimeZone(secondsFromGMT: 0) ?? .current

  private func silentServer() async throws -> FakeServer {
    try await FakeServer(greeting: Self.greeting) { text in
      if text.contains("CONNECT") { return "PONG\r\n" }
      var output = ""
      for line in text.split(separator: "\r\n") where line.hasPrefix("PUB ") {
        let words = line.split(separator: " ").map(String.init)
        let json: String
        if words[1].contains("STREAM.INFO") {
          json = Self.info
        } else if words[1].contains("CONSUMER.CREATE") {
          json = #"{"name":"c","num_pending":0}"#
        } else {
          continue
        }
        output += "MSG \(words[2]) 1 \(json.utf8.count)\r\n\(json)\r\n"
      }
      return output.isEmpty ? nil : output
    }
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
      #expect(
        told as? ExchangeError == .silent(server: "127.0.0.1:\(server.port)", since: "00:00"))
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
