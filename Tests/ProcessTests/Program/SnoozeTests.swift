import InboxText
import Foundation
import InboxCore
import Testing

@Suite("snooze, unsnooze, and moments in flags") struct SnoozeTests {
  let program = Program()

  private func fill(_ count: Int) throws {
    for index in 1...count { try program.run("push", "message \(index)", "--id", "m\(index)") }
  }

  private func field(_ name: String, of id: String) throws -> String? {
    try program.list("{id} {\(name)}", "--filter", "is:snoozed")
      .first { $0.hasPrefix(id + " ") }.map { String($0.dropFirst(id.count + 1)) }
  }

  @Test func `a snoozed message is hidden until its moment`() throws {
    try fill(2)
    try program.run(
      "snooze", "@1", "--until", "2999-12-24 18:00", ending: 0,
      printing: "1 until Tue 2999-12-24 18:00\n")
    #expect(try program.list("{id}") == ["m2"])
    #expect(try program.run("count").output == "1\n")
    #expect(try field("snoozed_until", of: "m1") == "2999-12-24T18:00:00Z")
  }

  @Test func `days and times are local`() throws {
    try fill(1)
    try program.run(
      "snooze", "m1", "-u", "2999-07-24 18:00", environment: ["TZ": "America/New_York"],
      printing: "1 until Wed 2999-07-24 18:00\n")
    #expect(try field("snoozed_until", of: "m1") == "2999-07-24T22:00:00Z")
  }

  @Test func `a duration counts from now`() throws {
    try fill(3)
    let before = Date()
    #expect(try program.run("snooze", "--all", "--for", "90 minutes").output.hasPrefix("3 until "))
    let until = try #require(
      try field("snoozed_until", of: "m2").flatMap { RFC3339.date(from: $0) })
    #expect((before.addingTimeInterval(5_399)...Date().addingTimeInterval(5_401)).contains(until))
  }

  @Test func `unsnooze brings back what is put off`() throws {
    try fill(3)
    try program.run("snooze", "m1", "m2", "--for", "1h")
    #expect(try program.run("unsnooze", "--filter", "\"message 1\"").output == "1\n")
    #expect(try program.run("unsnooze", "--all").output == "1\n")
    #expect(try program.list("{id}") == ["m3", "m2", "m1"])
    try program.run("unsnooze", "m1", ending: 0, printing: "0\n")
    #expect(try program.run("unsnooze", "--all").status == 3)
  }

  @Test func `one snooze of several is one step to undo`() throws {
    try fill(3)
    try program.run("snooze", "m1", "m2", "m3", "--until", "tomorrow")
    #expect(try program.run("list").output.isEmpty)
    #expect(try program.run("undo").output.hasPrefix("3"))
    #expect(try program.list("{id}") == ["m3", "m2", "m1"])
    #expect(try program.run("redo").output.hasPrefix("3"))
    #expect(try program.run("list").output.isEmpty)
  }

  @Test(arguments: [
    (
      ["--until", "tomorow"],
      "--until, character 1: 'tomorow' is not a time; "
        + "did you mean 'tomorrow'?"
    ),
    (["--until", "mon 25:00"], "--until, character 5: '25:00' is not a time of day"),
    (["--until", "2020-01-01"], "--until, character 1: Wed 2020-01-01 09:00 has passed"),
    (["--until", "-2h"], "has passed"), (["--until", ""], "no time is given; expected 2h"),
    (["--for", "10"], "'10' has no unit; expected 10y, 10mo, 10w, 10d, 10h, 10m or 10s"),
    (["--for", "tomorrow"], "'tomorrow' is not a duration"), (["--for", "0m"], "'0m' is empty"),
    (["--for", "100000d"], "'100000d' is too long; at most 3653 days (ten years)"),
    ([], "--until"), (["--for", "1h", "--until", "9am"], "not both"),
    (["--until", "\u{1B}]0;x\u{7}"], "is not a time"),
  ]) func `a moment that will not do changes nothing`(_ flags: [String], _ words: String) throws {
    try fill(1)
    let run = try program.run(["snooze", "m1"] + flags, ending: 64, printing: "", saying: words)
    #expect(!run.errors.contains("\u{1B}"))
    #expect(try program.list("{id}") == ["m1"])
  }

  @Test func `a snooze until a machine that nobody knows is made, with a warning`() throws {
    try fill(1)
    let run = try program.run(
      "snooze", "@1", "--until", "on nowhere", ending: 0, printing: "1 until you are on nowhere\n")
    #expect(run.errors.hasPrefix("bellboard: no machine is named nowhere; "), "\(run.errors)")
  }

  @Test func `what nothing can resolve is not snoozed until then`() throws {
    try fill(1)
    try program.run("push", "disk", "--fold", "disk")
    try program.run(
      "snooze", "@1", "@2", "--until", "resolved", ending: 1, printing: "1 until it is resolved\n",
      saying: "1 message without a fold key: nothing could resolve that and end the snooze; "
        + "snooze until a time, 'repeat' or 'next'")
    #expect(try program.list("{id}") == ["m1"])
    try program.run("push", "over", "--resolves", "disk")
    try program.run(
      "snooze", "--filter", "disk", "--until", "resolved", ending: 1, printing: "0\n",
      saying: "1 message already resolved: that would not end the snooze; snooze until a time, ")
  }

  @Test func `unknown ids and no match have their status`() throws {
    try fill(1)
    let run = try program.run("snooze", "m1", "nope", "--for", "1h", ending: 1, saying: "nope")
    #expect(run.output.hasPrefix("1 until"))
    #expect(try program.run("snooze", "--filter", "tag:none", "--for", "1h").status == 3)
    try program.run("delete", "m1")
    #expect(try program.run("snooze", "m1", "--for", "1h").output == "0\n")
  }

  @Test func `push takes moments as people write them`() throws {
    try program.run("push", "later", "--id", "later", "--starts-at", "tomorrow 9am")
    try program.run("push", "gone", "--id", "gone", "--expires-at", "-10m")
    try program.run("push", "soon over", "--id", "now", "--expires-at", "2999-01-01 12:00")
    try program.run("push", "old", "--id", "old", "--sent-at", "yesterday 17:30")
    #expect(try program.list("{id}") == ["now", "old"])
    #expect(try program.list("{id}", "-f", "is:scheduled") == ["later"])
    #expect(try program.list("{id}", "-f", "is:expired") == ["gone"])
    #expect(try program.list("{id}", "-f", "is:expired is:unread") == ["gone"])
    #expect(try program.list("{expires_at}") == ["2999-01-01T12:00:00Z"])
    try program.run(
      "push", "x", "--starts-at", "tomorow", ending: 64,
      saying: "--starts-at, character 1: 'tomorow'")
  }
}
