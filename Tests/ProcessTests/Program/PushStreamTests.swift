import Foundation
import InboxTestSupport
import Testing

/// Records that are piped in, windows, repeats and mails.
@Suite("push --json", .waiting) struct PushStreamTests {
  let program = Program()

  @Test func `each record is stored and acknowledged while the input goes on`() throws {
    let push = try RunningProgram(program, ["push", "--json"], isFed: true)
    try push.feed(#"{"id":"a","title":"A"}"#)
    #expect(push.line() == "a")
    #expect(try program.list("{title}") == ["A"])
    try push.feed(#" {"id":"b","ti"#)
    try push.feed(#"tle":"B"}"# + "\n[")
    #expect(push.line() == "b")
    try push.feed(#"{"id":"c","title":"C"},"#)
    #expect(push.line() == "c")
    #expect(try program.run("count").output == "3\n")
    try push.endInput()
    #expect(push.line() == nil)
    #expect(push.end() == 1, "the array has no end")
  }

  @Test func `the events of a stream that are no messages are no failure`() throws {
    let events = """
      {"id":"1","time":1,"event":"open","topic":"t"}
      {"id":"2","time":2,"event":"message","topic":"t","message":"hello"}
      {"id":"3","time":3,"event":"keepalive","topic":"t"}
      {"id":"4","time":4,"event":"keepalive","topic":"t"}

      """
    let run = try program.run(
      "push", "--json", input: events, ending: 0, printing: "2\n",
      saying: "keepalive is not a message (2 records, the first is record 3")
    #expect(run.errors.split(separator: "\n").count == 2)
  }

  @Test func `the options for fields fill what a record does not mention`() throws {
    try program.run(
      "push", "--json", "--priority", "high", "--thread", "t", "--tag", "a", "--silent",
      input: #"{"title":"x"}{"title":"y","priority":2,"tags":null}"#, ending: 0, errors: "")
    let format = "{title}|{tags}|{priority}|{thread}"
    #expect(try program.list(format) == ["y||2|t", "x|a|4|t"])
    #expect(try program.run("list", "--json").output.contains(#""delivery":"inbox""#))
    #expect(try program.run("push", "--json", "--id", "a", input: "{}").status == 64)
  }

  @Test func `equal notes are one, and say how many records they are about`() throws {
    let line = #"{"title":"x","received_at":1}"# + "\n"
    let run = try program.run(
      "push", "--json", input: String(repeating: line, count: 300), ending: 0,
      saying: "received_at was ignored: it is set on arrival (300 records")
    #expect(run.lines.count == 300)
    #expect(run.errors.split(separator: "\n").count == 1)
  }

  @Test func `what is not stored names its record`() throws {
    let input = #"{"title":"x"}"# + "\n" + #"{"id":"none","tags":["t"]}"# + "\n"
    let run = try program.run(
      "push", "--json", input: input, ending: 1, saying: "record 2, line 2: nothing stored:")
    #expect(run.lines.count == 1)
  }

  @Test func `rules that are saved while records come in hold for those that follow`() throws {
    let push = try RunningProgram(program, ["push", "--json"], isFed: true)
    try push.feed(#"{"id":"a","title":"A"}"#)
    #expect(push.line() == "a")
    try program.configure("[[rules]]\nname = 'r'\npriority = 'high'\n")
    try push.feed(#"{"id":"b","title":"B"}"#)
    #expect(push.line() == "b")
    // Half a file changes nothing.
    try program.configure("[[rules]]\nname = ")
    try program.run("mute", "ci")
    try push.feed(#"{"id":"c","title":"C"}"#)
    #expect(push.line() == "c")
    try program.configure("")
    try push.feed(#"{"id":"d","title":"D","source":"ci"}"#)
    #expect(push.line() == "d")
    try push.endInput()
    #expect(push.end() == 0)
    #expect(
      try program.list("{id} {priority} {delivery}", "--sort", "oldest")
        == ["a 3 inbox+alert", "b 4 inbox+alert", "c 4 inbox+alert", "d 3 inbox"])
  }

  @Test func `an id that would be taken for a number is refused`() throws {
    let run = try program.run(
      "push", "--json", input: #"{"title":"x"}{"id":"@5","title":"y"}"#, ending: 1,
      saying: "record 2, line 1: 'id' takes an id that does not begin with '@'")
    #expect(run.lines.count == 1)
    try program.run("push", "x", "--id", "@1841", ending: 64, saying: "not '@1841'")
    #expect(try program.run("count").output == "1\n")
  }

  @Test func `very many empty records are refused in few words`() throws {
    let run = try program.run(
      "push", "--json", input: String(repeating: "{}", count: 50_000), ending: 1, printing: "")
    #expect(run.errors.hasSuffix("bellboard: … and 49980 more\n"))
    #expect(run.errors.split(separator: "\n").count == 21)
  }

  @Test func `an end of the window before the start is refused`() throws {
    for end in ["1h", "2h"] {
      try program.run(
        "push", "x", "--starts-at", "2h", "--expires-at", end, ending: 64, saying: "--expires-at",
        "--starts-at")
    }
    #expect(try program.run("list", "-f", "is:scheduled").output == "")
    #expect(try program.run("push", "x", "--starts-at", "1h", "--expires-at", "2h").errors == "")
  }

  @Test func `a message that is over is stored and that is said`() throws {
    try program.run(
      "push", "old", "--expires-at", "2020-01-01", ending: 0,
      saying: "note: 'old' has expired already")
    #expect(try program.list("{title}", "-f", "is:expired") == ["old"])
  }

  @Test func `what comes into the trash is stored and that is said`() throws {
    try program.run("push", "x", "--id", "nightly")
    #expect(try program.run("push", "y", "--id", "nightly").errors == "")
    try program.run("delete", "nightly")
    try program.run(
      "push", "z", "--id", "nightly", ending: 0, printing: "nightly\n",
      saying: "note: 'nightly' is in the trash and stays there; --resurface")
    #expect(try program.run("push", "z", "--id", "nightly", "--resurface").errors == "")
    #expect(try program.run("count").output == "1\n")
  }

  @Test func `payloads from elsewhere are stored, and the contradiction is said`() throws {
    let window = "\"starts_at\": 1900000000, \"expires_at\": 1800000000"
    let lines = (1...5).map { "{\"title\": \"m\($0)\", \(window)}\n" }.joined()
    let run = try program.run(
      "push", "--json", input: lines, ending: 0, saying: "'m3' is never shown", "2 more")
    #expect(run.lines.count == 5)
    #expect(!run.errors.contains("'m4'"))
    #expect(try program.run("import", "--inbox", "two", input: lines).output == "5\n")
  }

  @Test func `a bad priority is reported with the good ones`() throws {
    let run = try program.run("push", "x", "--priority", "9", ending: 64)
    for name in ["min", "low", "default", "high", "max"] {
      #expect(run.errors.contains("'\(name)'"))
    }
  }

  private func rows(_ arguments: String...) throws -> [String] {
    try program.run(
      ["list", "--format", "{occurrences} {title}: {body}"] + arguments, input: Data()
    ).lines
  }

  @Test func `equal pushes are one message, whichever process they come from`() throws {
    let ids = try (0..<3).map { _ in try program.run("push", "full", "disk").output }
    #expect(Set(ids).count == 1)
    #expect(try rows() == ["3 full: disk"])
    #expect(try program.run("count").output == "1\n")
    #expect(try program.run("list").output.contains("\t"))
  }

  @Test func `a key folds other texts, and its end marks the message resolved`() throws {
    try program.run("push", "91 %", "--fold", "disk")
    try program.run("push", "97 %", "--fold", "disk", "--markdown", "--progress", "97")
    #expect(try rows("-f", "occurrences>=2") == ["2 97 %: "])
    let json = try program.run("list", "--json").output
    for piece in ["\"fold\":\"disk\"", "\"format\":\"markdown\"", "\"progress\":97"] {
      #expect(json.contains(piece))
    }
    try program.run("push", "fine", "--resolves", "disk")
    #expect(try rows("-f", "is:resolved") == ["2 97 %: fine"])
    #expect(try program.run("count").output == "0\n")
  }

  @Test func `show lists the earlier occurrences, and JSON has them`() throws {
    for title in ["91 %", "97 %"] {
      try program.run("push", title, "--fold", "disk", "--sent-at", "2026-01-31T10:00:00Z")
    }
    let lines = try program.run("show", "@1").lines
    #expect(lines.contains { $0.hasPrefix("came        2 times, first 2026-01-31T10:00:00Z") })
    #expect(lines.last?.hasSuffix("  91 %") == true)
    #expect(try program.run("show", "--json", "@1").output.contains("\"earlier\":[{"))
  }

  @Test func `progress goes on without a text`() throws {
    try program.run("push", "Copying", "--fold", "copy")
    try program.run("push", "--fold", "copy", "--progress", "40", ending: 0)
    try program.run(
      "list", "--format", "{title} {progress} {occurrences}", printing: "Copying 40 1\n")
    #expect(try program.run("push", "x", "--progress", "101").status == 64)
    #expect(try program.run("push", "x", "--fold", "").status == 64)
    #expect(try program.run("push", "--fold", "unknown").status == 1)
  }

  @Test func `the configuration says which repetitions are folded`() throws {
    try program.configure("fold_repeats = \"off\"\n")
    for _ in 0..<2 { try program.run("push", "full") }
    #expect(try rows() == ["1 full: ", "1 full: "])
    try program.configure("fold_repeats = \"title\"\n")
    try program.run("push", "full", "again")
    #expect(try rows().first == "2 full: again")
    try program.configure("fold_repeats = \"some\"\n")
    #expect(try program.run("config", "check").errors.contains("config.toml:1:16"))
  }

  @Test func `an export takes every occurrence along`() throws {
    for title in ["91 %", "95 %", "97 %"] { try program.run("push", title, "--fold", "disk") }
    let exported = try program.run("export").output
    let other = Program()
    try other.run("import", input: exported)
    #expect(try other.run("export").output == exported)
  }

  private let mail = """
    From: root (Cron Daemon)
    Subject: Cron <root@atlas> backup
    Message-ID: <1@atlas>
    X-Cron-Env: <SHELL=/bin/sh>

    42 GB
    """

  @Test func `a mail is stored once, with the options that senders give`() throws {
    for _ in 1...2 {
      try program.run(
        "sendmail", "-i", "-FCronDaemon", "-oem", "root", input: mail, ending: 0, printing: "")
    }
    try program.run(
      "list", "--format", "{source}: {title}: {body}",
      printing: "cron: Cron <root@atlas> backup: 42 GB\n")
  }

  @Test(arguments: [
    (["-bs"], "-bs, a dialogue of SMTP,"), (["-oi", "-f", "-bm", "-bp"], "-bp"),
    (["-tb", "i"], "-bi"), (["root", "-bd", "-q1h"], "-bd"),
  ])
  func `a mode of sendmail that takes no mail is refused`(words: [String], mode: String) throws {
    try program.run(
      ["sendmail"] + words, input: Data(".\nabc".utf8), ending: 64, printing: "",
      saying: "\(mode) is not supported")
    #expect(try program.run("count").output == "0\n")
  }

  @Test func `words that only look like a mode are none`() throws {
    let words = ["-f", "-bs", "-Fb", "-obs", "-bm", "--", "-bs"]
    #expect(try program.run(["sendmail"] + words, input: Data(mail.utf8)).status == 0)
    #expect(try program.run("count").output == "1\n")
  }

  @Test func `the source of a mail may be named, and a long mail is cut`() throws {
    let long = mail + String(repeating: "0123456789", count: 40_000)
    #expect(try program.run("sendmail", "--source", "mail/me", input: long).status == 0)
    let body = try program.run("list", "--format", "{source} {body}").output
    #expect(body.hasPrefix("mail/me 42 GB") && body.contains("…") && body.contains("message.txt"))
  }
}
