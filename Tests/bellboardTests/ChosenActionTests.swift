import BellboardSupport
import Foundation
import InboxCore
import InboxSettings
import InboxSystem
import InboxTestSupport
import InboxText
import Testing

@testable import bellboard

/// What `answer` and `open --action` say of an action that the daemon performs.
@Suite struct ChosenActionTests {
  @Test(
    arguments: [
      (nil, ", if it runs within a day"), ("default", ""), ("work", ", if it runs within a day"),
    ] as [(String?, String)])
  func `only without a daemon of the inbox it is told that one has to run`(
    running: String?, condition: String
  ) throws {
    let home = try TemporaryFolder()
    let environment = try UserEnvironment(
      inboxName: nil, variables: ["BELLBOARD_HOME": home.path])
    let inbox = try environment.open()
    defer { inbox.closeQuietly() }
    if let running {
      try DaemonStateFile.write(
        DaemonState(process: .current, since: .testing, inbox: running, sources: []),
        to: environment.paths.daemonState)
    }
    var payload = Payload(title: "x", source: "ci")
    let action = MessageAction(id: "rerun", label: "Rerun")
    payload.actions = .set([action])
    payload.custom = .set(
      .object(["actions": .array([.object(["action": "run", "label": "Rerun", "run": "rerun"])])]))
    try inbox.push(payload)
    let note = try inbox.choose(action, of: MessageNumber(1), allowing: true, in: environment)
    #expect(note == "@1: bellboardd performs 'Rerun'\(condition)")
  }
}
