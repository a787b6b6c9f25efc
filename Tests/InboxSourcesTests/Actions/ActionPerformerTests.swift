import Foundation
import InboxCore
import InboxSettings
import InboxTOML
import InboxTestSupport
import InboxText
import Logging
import Testing

@testable import InboxSources

@Suite struct ActionPerformerTests {
  private func settings(_ text: String) throws -> ActionSettings {
    let folder = try TemporaryFolder()
    let path = folder.path + "/config.toml"
    try text.write(toFile: path, atomically: true, encoding: .utf8)
    let read = TOMLFile(at: path, by: ReceivingSettings.table)
    #expect(read.messages == [])
    return read.values.actions
  }

  /// The outcome of the action of a message by these settings.
  private func outcome(
    ofRunning name: String, _ text: String, changingTo later: String? = nil
  ) async throws -> String? {
    let inbox = try Inbox.inMemory()
    var payload = Payload(title: "build failed", source: "ci")
    payload.actions = .set([.init(id: "run", label: "Rerun")])
    let action: [String: JSONValue] = ["action": "run", "label": "Rerun", "run": .string(name)]
    payload.custom = .set(
      .object(["run_id": .integer(42), "actions": .array([.object(action)])]))
    _ = try await inbox.push([payload], defaultSource: "ci")
    // One table is removed before the daemon performs what was chosen.
    var configuration = inbox.configuration
    let removed = ["none": [try MessageTemplate("echo")]]
    configuration.commands = { removed }
    inbox.update(configuration: configuration)
    let performer = ActionPerformer(
      inbox, log: Logger(label: "test") { _ in SwiftLogNoOpLogHandler() })
    guard case .asked(let id) = try inbox.ask(for: "run", of: .init(rawValue: 1), consenting: true)
    else { return nil }
    if let later {
      let known = try #require(try await inbox.message(.init(rawValue: 1)))
      _ = try await inbox.push([Payload(title: later, source: "ci", id: known.id)])
    }
    try performer.update(try settings(text))
    defer { performer.end() }
    for try await _ in inbox.snapshots(of: .init(), in: .init(limit: 1)) {
      if case .ended(let outcome)? = try inbox.progress(ofAction: id) { return outcome }
    }
    return nil
  }

  @Test func `a command gets values of the message as whole words`() async throws {
    let folder = try TemporaryFolder()
    let run =
      #"["sh", "-c", "echo \"$1|$2\" > \"$3\"", "sh", "{custom.run_id}", "{title}", "\#(folder.path)/out"]"#
    let text = try await outcome(ofRunning: "retry", "[actions.retry]\nrun = \(run)\n")
    #expect(text?.hasPrefix("done, ") == true)
    #expect(
      try String(contentsOfFile: folder.path + "/out", encoding: .utf8) == "42|build failed\n")
  }

  @Test func `what changed since it was chosen is not done`() async throws {
    let text = try await outcome(
      ofRunning: "say", "[actions.say]\nrun = [\"echo\", \"{title}\"]\n", changingTo: "other")
    #expect(
      text?.hasPrefix("not done: the action changed since it was chosen; choose it again") == true)
  }

  @Test(arguments: [
    ("none", "not done: there is no [actions.none] in the configuration"),
    ("fails", "sh exited with status 3"),
    ("missing", "no-such-program-here not started: No such file"),
    ("lacks", "not done: the message has no value for {custom.none}, which the command uses"),
  ])
  func `what cannot be done says why`(_ name: String, _ start: String) async throws {
    let text = try await outcome(
      ofRunning: name,
      """
      [actions.fails]
      run = ["sh", "-c", "exit 3"]
      [actions.missing]
      run = ["no-such-program-here"]
      [actions.lacks]
      run = ["echo", "{custom.none}"]
      """)
    #expect(text?.hasPrefix(start) == true && text?.hasSuffix(" 0.0 s") == false, "\(text ?? "-")")
  }
}
