import Foundation
import InboxCore
import InboxSettings
import InboxTestSupport
import Logging
import NIOCore
import NIOHTTP1
import Synchronization
import Testing

@testable import InboxSources

/// What rules do about messages that stay unread.
@Suite(.waiting) struct EscalatorTests {
  private let clock = SettableClock(.testing)
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// An inbox whose rule escalates all but news after ten minutes.
  private func inbox(_ change: (inout Escalation) -> Void) throws -> Inbox {
    var (actions, escalation) = (RuleActions(), Escalation(after: 600))
    change(&escalation)
    actions.escalation = escalation
    var configuration = InboxConfiguration.testing(now: clock.read)
    let filter = try MessageFilter(parsing: "-news", now: .testing, timeZone: .gmt)
    configuration.rules = [Rule(name: "page", filter: filter, actions: actions)]
    return try Inbox.inMemory(configuration: configuration)
  }

  /// What came of the escalation of a message, once it is over.
  private func outcome(of number: Int64, in inbox: Inbox) async throws -> String {
    for try await _ in inbox.snapshots(of: .init(), in: .init(limit: 1)) {
      let message = try await inbox.message(.init(rawValue: number))
      if let text = message?.actionOutcomes["rule page"], !text.hasSuffix("begun") {
        return String(text.drop { $0 != " " }.dropFirst())
      }
    }
    return ""
  }

  private func performing(_ inbox: Inbox) throws -> ActionPerformer {
    let performer = ActionPerformer(
      inbox, log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() }, retries: [.zero, .zero])
    try performer.update(.init())
    return performer
  }

  /// Pushes news, after which the daemon looks.
  private func wait(_ seconds: Double, in inbox: Inbox) throws {
    clock.set(clock.read().addingTimeInterval(seconds))
    _ = try inbox.push(.make("news"), defaultSource: "ci")
  }

  @Test func `many that are due start one program, which reads all of them`() async throws {
    let path = folder.path + "/out"
    let inbox = try inbox { $0.program = ["sh", "-c", "cat >> \"$0\"; echo end >> \"$0\"", path] }
    let performer = try performing(inbox)
    defer { performer.end() }
    _ = try await inbox.push((1...30).map { .make("fire \($0)") }, defaultSource: "ci")
    try wait(600, in: inbox)
    #expect(try await outcome(of: 30, in: inbox) == "escalated: sh done")
    let lines = try String(contentsOfFile: path, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 31 && lines.last == "end")
    #expect(lines[0].contains(#""title":"fire 1""#))
    #expect(try await outcome(of: 1, in: inbox) == "escalated: sh done")
  }

  @Test func `a program that fails is told, beside the alert`() async throws {
    let inbox = try inbox { ($0.program, $0.alerts) = (["no-such-program-here"], true) }
    let performer = try performing(inbox)
    defer { performer.end() }
    _ = try await inbox.push(.make("fire"), defaultSource: "ci")
    try wait(600, in: inbox)
    let text = try await outcome(of: 1, in: inbox)
    #expect(text.hasPrefix("escalated: alerted; no-such-program-here not started: "))
  }

  /// What came of a post for messages to a server with these answers, and what that was sent.
  private func posted(
    _ payloads: [Payload], answering statuses: [HTTPResponseStatus]
  ) async throws -> (outcome: String, bodies: [String]) {
    let bodies = Mutex<[String]>([])
    let (server, port) = try await AnsweringServer.listen { head, body in
      bodies.withLock { bodies in
        bodies.append(head.uri + " " + body)
        return (statuses[min(bodies.count, statuses.count) - 1], nil)
      }
    }
    let inbox = try inbox { $0.topic = "http://127.0.0.1:\(port)/night" }
    let performer = try performing(inbox)
    defer { performer.end() }
    _ = try await inbox.push(payloads, defaultSource: "ci")
    try wait(600, in: inbox)
    let outcome = try await outcome(of: 1, in: inbox)
    try await server.close()
    return (outcome, bodies.withLock { $0 })
  }

  @Test func `a topic gets the most urgent message, and the number of the others`() async throws {
    let (outcome, bodies) = try await posted(
      [.make("smoke"), .make("fire", body: "at once", priority: .max), .make("ash")],
      answering: [.ok])
    #expect(outcome == "escalated: ntfy answered 200")
    #expect(bodies.count == 1 && bodies[0].hasPrefix("/ {"))
    for part in [
      #""topic":"night""#, #""title":"fire (and 2 more unread)""#, #""message":"at once""#,
      #""priority":5"#,
    ] { #expect(bodies[0].contains(part), "\(bodies)") }
  }

  @Test func `a topic that fails is tried three times, then told`() async throws {
    let (late, tries) = try await posted(
      [.make("fire")], answering: [.internalServerError, .badGateway, .ok])
    #expect(late == "escalated: ntfy answered 200" && tries.count == 3)
    let (never, all) = try await posted([.make("fire")], answering: [.internalServerError])
    #expect(never.hasPrefix("escalated: ntfy failed 3 times: http://127.0.0.1:"))
    #expect(never.hasSuffix(" answered 500") && all.count == 3)
  }

  @Test func `what came from the topic is not sent back to it`() async throws {
    let (outcome, bodies) = try await posted(
      [.make("fire", source: "ntfy/night")], answering: [.ok])
    #expect(outcome == "escalated: ntfy not sent: it came from there" && bodies == [])
  }
}
