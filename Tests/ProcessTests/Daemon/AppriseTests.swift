import Foundation
import InboxTestSupport
import InboxText
import Testing

/// What `apprise` sends to servers of ntfy's and Gotify's kind.
@Suite(.waiting) struct AppriseTests {
  private static let token = "tk_9f2c8e1d7b6a"

  private func daemon(_ configuration: (_ secret: String) -> String) throws -> RunningDaemon {
    let program = Program()
    let path = try program.write(Self.token + "\n", to: "secret")
    chmod(path, 0o600)
    return try RunningDaemon(program, configuration: configuration(path))
  }

  /// Sends a message to a place of a daemon; the exit status.
  private func send(_ scheme: String, _ place: String, of daemon: RunningDaemon) throws -> Int32 {
    let host = try daemon.url().replacing("http://", with: "")
    let run = try daemon.program.shell(
      "apprise -t Disk -b '/var is full' \"$URL\"",
      environment: ["URL": scheme + host + place])
    return run.status
  }

  /// The only message, by the fields that say something.
  private func message(in daemon: RunningDaemon) throws -> [String: JSONValue] {
    let lines = try daemon.program.run("list", "--jsonl").lines
    try #require(lines.count == 1, "\(lines)")
    guard case .object(let fields) = try JSONValue(json: lines[0]) else { return [:] }
    return fields.filter { ["source", "title", "body", "priority", "tags"].contains($0.key) }
  }

  @Test func `it publishes to a topic, with what it puts into headers`() throws {
    let daemon = try daemon { "http.token_file = '\($0)'\n" }
    #expect(try send("ntfy://", "/alerts", of: daemon) != 0)
    #expect(
      try send("ntfy://\(Self.token)@", "/alerts?priority=high&tags=warning", of: daemon) == 0)
    #expect(
      try message(in: daemon) == [
        "source": "ntfy/alerts", "title": "Disk", "body": "/var is full", "priority": .integer(4),
        "tags": .array(["warning"]),
      ])
  }

  @Test func `it sends to a Gotify whose secret it has`() throws {
    let daemon = try daemon { "[[webhook]]\ntemplate = 'gotify'\nsecret_file = '\($0)'\n" }
    #expect(try send("gotify://", "/wrong-token", of: daemon) != 0)
    #expect(try send("gotify://", "/\(Self.token)?priority=high", of: daemon) == 0)
    #expect(
      try message(in: daemon) == [
        "source": "gotify", "title": "Disk", "body": "/var is full", "priority": .integer(5),
      ])
  }
}
