import Foundation
import InboxCore
import InboxSettings
import InboxTOML
import InboxTestSupport
import InboxText
import Testing

@testable import BellboardSupport

@Suite("rules of the configuration")
struct RuleSettingsTests {
  let root: TemporaryFolder

  init() throws { root = try TemporaryFolder() }

  private func environment(_ configuration: String) throws -> UserEnvironment {
    try Data(configuration.utf8).write(to: URL(filePath: root.path + "/config.toml"))
    return try UserEnvironment(inboxName: nil, variables: ["BELLBOARD_HOME": root.path])
  }

  @Test(
    arguments: [
      ("done = true", 2, "rules[1].done: it would hide every new message"),
      ("drop = true\nfilter = \"is:unread\"", 2, "rules[1].drop: it would hide"),
      ("delivery = \"alert\"", 2, "rules[1].delivery: it would hide"),
      ("mute = true", nil, ""), ("done = true\nhours = \"22:00-07:00\"", nil, ""),
      ("done = true\nuntil = \"2999-01-01\"", nil, ""), ("drop = true\nfilter = \"x\"", nil, ""),
      ("filter = \"x\"\nstop = true\n[[rules]]\ndrop = true", nil, ""),
      ("drop = true\nstop = true", 2, "rules[1].drop: it would hide"),
      ("mute = true\nfilter = \"source:ci is:done\"", 3, "no new message is 'is:done'"),
      ("on_read = \"/bin/sh\"\nfilter = \"is:done\"", nil, ""),
      ("bell = \"off\"\nfilter = \"on:atlas\"", nil, ""),
      ("drop = true\nfilter = \"priority>=min\"", 2, "rules[1].drop: it would hide"),
      ("tags = [\"x\"]\nfilter = \"source:a -source:a\"", 3, "is 'source:a -source:a', so"),
      ("drop = true\nfilter = \"is:active\"", nil, ""),
      ("drop = true\nfilter = \"is:active OR is:done\"", nil, ""),
      ("drop = true\nfilter = \"is:active is:scheduled is:expired\"", 2, "drop: it would hide"),
      ("tags = [\"x\"]\nfilter = \"is:read OR title:t1\"", nil, ""),
      ("tags = [\"x\"]\nfilter = \"title:t1 (title:t1 OR title:t2)\"", nil, ""),
      ("tags = [\"x\"]\nfilter = \"is:read OR on:x\"", 3, "is 'is:read OR on:x', so nothing"),
    ] as [(String, Int?, String)])
  func `what hides everything, or matches nothing, is told`(
    _ keys: String, _ line: Int?, _ words: String
  ) throws {
    let doubts = try environment("[[rules]]\n" + keys).daemonMessages
    #expect(doubts.count == (line == nil ? 0 : 1))
    guard let line, let doubt = doubts.first else { return }
    #expect(doubt.contains("config.toml:\(line):") && doubt.contains(words), "\(doubt)")
  }

  @Test func `a mistake elsewhere hides no doubt about a rule, and each has its number`() throws {
    let doubts = try environment(
      """
      fold_repeats = "often"
      [[rules]]
      prioritty = "high"
      [[rules]]
      filter = "x"
      [[rules]]
      done = true
      [[command]]
      commnd = "x"
      [[command]]
      command = "no-such-program"
      [actions.rerun]
      run = ["no-such-action", "{title}"]
      [actions.own]
      run = ["{title}"]
      """
    ).daemonMessages
    let words = [
      "config.toml:1:16: fold_repeats is", "3:1: unknown key rules[1].prioritty",
      "7:8: rules[3].done: it would hide", "command[1]", "command[1].commnd",
      "11:11: command[2].command: there is no program no-such-program",
      "13:7: actions.rerun.run: there is no program no-such-action",
    ]
    #expect(doubts.count == words.count, "\(doubts)")
    for (doubt, word) in zip(doubts, words) { #expect(doubt.contains(word), "\(doubt)") }
  }

  @Test func `every key of a rule is read`() throws {
    let environment = try environment(
      """
      [[rules]]
      name = "all"
      filter = "source:ci/*"
      until = "2999-01-01T00:00:00Z"
      mute = true
      drop = true
      priority = "high"
      categories = ["c"]
      tags = ["t", "foo, bar, "]
      thread = "th"
      title = "T"
      glyph = "✔"
      sound = "default"
      delivery = "inbox"
      expire_after = "2h"
      snooze = "tomorrow 9am"
      fold = "{source}"
      fold_repeats = "title"
      run = ["notify", "me"]
      escalate = { after = "10m", run = "page me", ntfy = "https://ntfy.sh/my-topic", alert = true }
      stop = true
      banner = false
      bell = "always"
      desktop = "osc9"
      """)
    #expect(environment.file.errors == [])
    let rule = try #require(environment.rules.first)
    #expect(rule.name == "all" && rule.place == "config.toml:1")
    #expect(rule.filter.text == "source:ci/*")
    var actions = RuleActions()
    (actions.mutes, actions.drops, actions.stops) = (true, true, true)
    actions.fields = Payload(
      title: "T", thread: "th", priority: .high, glyph: "✔", sound: "default", delivery: .inbox)
    (actions.addedCategories, actions.addedTags) = (["c"], ["t", "foo", "bar"])
    (actions.expiresAfter, actions.snooze) = ("2h", "tomorrow 9am")
    (actions.fold, actions.foldRepeats) = (
      try MessageTemplate("{source}", names: RuleActions.foldNames), .title
    )
    actions.program = ["notify", "me"]
    var escalation = Escalation(after: 600)
    (escalation.program, escalation.alerts) = (["page", "me"], true)
    escalation.topic = "https://ntfy.sh/my-topic"
    actions.escalation = escalation
    (actions.banner, actions.bell, actions.desktop) = (false, .always, .osc9)
    #expect(rule.actions == actions)
    #expect(rule.alertRule != nil)
    #expect(environment.inboxConfiguration(.normal).rules == environment.rules)
  }

  @Test(arguments: [
    ("filter = \"is:nothing\"", "config.toml:2:10"), ("priority = \"urgent\"", "config.toml:2:12"),
    ("prioritty = \"high\"", "priority"), ("expire_after = \"soon\"", "config.toml:2:16"),
    ("snooze = \"-2h\"", "config.toml:2:10"),
    ("fold = \"{nope}\"", "no field 'nope'; there are source, title,"),
    ("run = \"\"", "config.toml:2:7"), ("mute = 1", "config.toml:2:8"),
    ("until = \"friday\"", "config.toml:2:9"), ("until = 07:30:00", "config.toml:2:9"),
    ("until = 7", "config.toml:2:9"), ("escalate = \"10m\"", "{ after = "),
    ("escalate = { alert = true }", "config.toml:2:12"),
    ("escalate = { after = \"10m\" }", "it needs 'after', such as"),
    ("escalate = { after = \"soon\", alert = true }", "config.toml:2:22"),
    ("escalate = { after = \"1m\", run = [] }", "a program and its arguments"),
    ("escalate = { after = \"1m\", ntfy = \"ftp://e.org/x\" }", "https://ntfy.sh/my-topic"),
    ("escalate = { after = \"1m\", ntfy = \"https://ntfy.sh\" }", "https://ntfy.sh/my-topic"),
    ("escalate = { after = \"1m\", bell = true, alert = true }", "bell"),
  ])
  func `a rule with a mistake is told by its place, and the others go on`(
    line: String, part: String
  ) throws {
    let environment = try environment("[[rules]]\n\(line)\n[[rules]]\nmute = true\n")
    #expect(environment.file.messages.map { $0.contains(part) } == [true])
    #expect(environment.rules.map(\.name) == ["rule 2"])
  }

  @Test(arguments: [
    ("\"2999-01-01T12:00:00+02:00\"", 0), ("2999-01-01T10:00:00Z", 0),
    ("2999-01-01 12:00:00+02:00", 0), ("2999-01-01T10:00:00", 1), ("\"2999-01-01 10:00:00\"", 1),
    ("2999-01-01", 2), ("\"2999-01-01\"", 2),
  ])
  func `the end of a rule is a time, or the first moment of a day`(
    text: String, kind: Int
  ) throws {
    let environment = try environment("[[rules]]\nuntil = \(text)\nmute = true\n")
    #expect(environment.file.errors == [])
    let moment = try #require(RFC3339.date(from: "2999-01-01T10:00:00Z"))
    // What has no offset is meant as the clocks here show it.
    let local = moment - Double(TimeZone.current.secondsFromGMT(for: moment))
    let expected = [moment, local, local - 36_000][kind]
    #expect(environment.rules.map(\.until) == [expected])
  }

  @Test func `a mute that has ended is no rule any more`() throws {
    let file = MuteFile(path: root.path + "/mutes.toml")
    try file.mute(.source("old"), until: .testing + 1, at: .testing)
    try file.mute(.source("new"), until: Date() + 3_600, at: .testing)
    #expect(try environment("").rules.map(\.name) == ["mute new"])
  }

  @Test func `mutes are kept beside the configuration, and end`() throws {
    let file = MuteFile(path: root.path + "/mutes.toml")
    let now = try #require(RFC3339.date(from: "2999-01-01T10:00:00Z"))
    try file.mute(.source("ci"), until: nil, at: now)
    try file.mute(.source("ci"), until: now + 60, at: now)
    try file.mute(.thread("a \"b\""), until: nil, at: now)
    let environment = try environment("[[rules]]\nmute = true\n")
    #expect(environment.mutes.errors == [])
    #expect(environment.rules.map(\.name) == ["rule 1", "mute ci", "mute thread a \"b\""])
    #expect(environment.rules[1].filter.text == "source:ci")
    #expect(environment.rules[1].until == now + 60)
    #expect(try file.unmute(.source("other"), at: now) == false)
    #expect(try file.unmute(.thread("a \"b\""), at: now + 61))
    #expect(file.content.values.rules == [])
  }

  @Test func `senders with a star in their names leave a file that can be read`() throws {
    let file = MuteFile(path: root.path + "/mutes.toml")
    try file.mute(.source("ci/*"), until: nil, at: .testing)
    try file.mute(.pattern("ci/*"), until: nil, at: .testing)
    for name in ["a*b", "a*/*", ""] {
      #expect(throws: MuteFileError.self) {
        try file.mute(.source(name), until: nil, at: .testing)
      }
    }
    #expect(file.content.errors == [])
    #expect(file.content.values.rules.map(\.filter.text) == [#"source:ci/\*"#, "source:ci/*"])
    #expect(try file.unmute(.source("ci/*"), at: .testing))
  }

  @Test func `a file of mutes that somebody has broken is told and not replaced`() throws {
    let path = root.path + "/mutes.toml"
    try Data("nonsense".utf8).write(to: URL(filePath: path))
    #expect(throws: MuteFileError.self) {
      try MuteFile(path: path).mute(.source("ci"), until: nil, at: .testing)
    }
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "nonsense")
  }
}
