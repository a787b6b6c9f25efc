import Foundation
import InboxTestSupport
import Testing

@Suite("rules and mutes", .waiting) struct RuleProgramTests {
  let program = Program()

  private func configure(_ text: String) throws { try program.configure(text) }

  @Test func `mute alone lists what is muted`() throws {
    #expect(try program.run("mute").output == "")
    try program.run("mute", "ci")
    try program.run("mute", "--thread", "deploy", "--until", "2999-01-01T00:00:00Z")
    #expect(try program.run("mute").output == "ci\t\nthread deploy\t2999-01-01T00:00:00Z\n")
    for words in [["mute", "--for", "2h"], ["unmute"], ["mute", "ci", "--thread", "x"]] {
      #expect(try program.run(words).status == 64)
    }
  }

  @Test func `rules act on what is pushed, and show and list tell`() throws {
    try configure(
      """
      [[rules]]
      name = "urgent"
      filter = "disk"
      priority = "max"
      [[rules]]
      name = "noise"
      filter = "source:noise"
      drop = true
      """)
    try program.run("push", "disk full")
    let dropped = try program.run(
      "push", "x", "--source", "noise", "--expires-at", "2020-01-01", ending: 0, printing: "")
    #expect(dropped.errors.contains("dropped by rule 'noise'; not stored"))
    // No list has it.
    #expect(!dropped.errors.contains("expired"))
    #expect(try program.run("list", "--format", "{title} {priority}").output == "disk full 5\n")
    #expect(try program.run("show", "@1").lines.contains("rules       urgent"))
    try program.run(
      "rules", "list",
      printing:
        "urgent\tdisk\tpriority max\tconfig.toml:1\nnoise\tsource:noise\tdrop\tconfig.toml:5\n")
  }

  @Test func `rules test tells what would happen, and why what has`() throws {
    for title in ["disk full", "build passed"] { try program.run("push", title) }
    let file = try program.write(
      "[[rules]]\nname = \"d\"\nfilter = \"disk\"\nmute = true\ntags = [\"t\"]\n", to: "try.toml")
    #expect(try program.run("rules", "test", file).output == "@1\td\tmute, tags t\tdisk full\n")
    #expect(try program.run("rules", "test").output == "")
    try configure("[[rules]]\nname = \"b\"\nfilter = \"build\"\nmute = true\nstop = true\n")
    try program.run("push", "build failed")
    #expect(
      try program.run("rules", "why", "@3").lines
        == ["rules applied on arrival: b", "b (config.toml:1): mute, stop"])
    #expect(
      try program.run("rules", "why", "@1").lines
        == ["rules applied on arrival: none", "b (config.toml:1): no match"])
    #expect(try program.run("rules", "test", "/nowhere").status == 1)
  }

  @Test func `a rule that cannot be read is told by its place, and others act`() throws {
    try configure("[[rules]]\nfilter = \"is:odd\"\n[[rules]]\nname = \"m\"\nmute = true\n")
    for words in [["config", "check"], ["rules", "list"]] {
      try program.run(words, ending: 1, saying: "config.toml:2:10")
    }
    try program.run("push", "x")
    #expect(try program.run("list", "--json").output.contains("\"rules\":[\"m\"]"))
  }

  @Test func `a mute holds until it is taken away, and the configuration stays`() throws {
    try configure("# mine\n")
    try program.run("mute", "ci", "--for", "1h")
    try program.run("push", "a", "--source", "ci/main")
    #expect(try program.run("list", "--format", "{delivery}").output == "inbox\n")
    #expect(try program.run("rules", "list").output.hasPrefix("mute ci\tsource:ci\tmute, until "))
    let mutes = try program.run("mute", ending: 0)
    #expect(mutes.output.hasPrefix("ci\t2"))
    #expect(try program.run("doctor").output.contains("  muted: ci until "))
    #expect(try program.run("mute", "--for", "1h").status == 64)
    #expect(try program.run("unmute").status == 64)
    #expect(try program.run("unmute", "ci").status == 0)
    #expect(try program.run("unmute", "ci").status == 3)
    try program.run("push", "b", "--source", "ci/main")
    #expect(try program.run("list", "-l", "1", "--format", "{delivery}").output == "inbox+alert\n")
    try program.run("mute", "--thread", "talk")
    try program.run("push", "c", "--thread", "talk")
    #expect(try program.run("list", "-l", "1", "--format", "{delivery}").output == "inbox\n")
    #expect(try program.run("mute").output == "thread talk\t\n")
    let path = try program.path + "/config.toml"
    #expect(try String(contentsOfFile: path, encoding: .utf8) == "# mine\n")
  }

  @Test func `a program gets the message as JSON without a shell, and starts none itself`() throws {
    let log = try program.path + "/log"
    let script = try program.write(
      "#!/bin/sh\ncat >> '\(log)'\n'\(Program.path)' push \"from it\" \"$1\"\n", to: "program")
    chmod(script, 0o755)
    try configure("[[rules]]\nname = \"h\"\nrun = [\"\(script)\", \"$(touch nothing)\"]\n")
    try program.run("push", "first")
    #expect(
      try program.list("{title} {body}", "--sort", "oldest")
        == ["first ", "from it $(touch nothing)"])
    let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 1 && lines[0].contains("\"title\":\"first\""))
  }

  @Test func `a flood starts a program at most so often, and says what was left out`() throws {
    let log = try program.path + "/log"
    let script = try program.write("#!/bin/sh\ncat >> '\(log)'\n", to: "program")
    chmod(script, 0o755)
    try configure("[[rules]]\nname = \"h\"\nrun = [\"\(script)\"]\n")
    let records = (1...100).map { "{\"title\":\"\($0)\"}\n" }.joined()
    let run = try program.run(
      "push", "--json", input: records, ending: 0,
      saying: "the program of the rule 'h' was left out 40 times")
    #expect(run.lines.count == 100)
    let lines = try String(contentsOfFile: log, encoding: .utf8).split(separator: "\n")
    #expect(lines.count == 60)
  }

  @Test func `a program that fails, or is not there, is told, and the message is stored`() throws {
    for (words, part) in [("false", "exited with status 1"), ("/nowhere/x", "was not started")] {
      try configure("[[rules]]\nname = \"h\"\nrun = [\"\(words)\"]\n")
      try program.run("push", words, ending: 0, saying: "the program of the rule 'h' \(part)")
    }
    #expect(try program.run("count").output == "2\n")
  }

  @Test func `a template is printed, changed and tried without storing anything`() throws {
    #expect(try program.run("webhook", "list").lines.contains { $0.hasPrefix("github\tGitHub") })
    let file = try program.run("webhook", "show", "gotify").output
    let path = try program.write(
      file.replacing("\"{/title}\"", with: "\"own {/title}\""), to: "own.toml")
    let document = Data(#"{"title":"T","message":"M","priority":8,"more":"kept"}"#.utf8)
    let tried = try program.run(["webhook", "try", path, "--json"], input: document, ending: 0)
    #expect(tried.output.contains(#""title":"own T""#))
    #expect(tried.output.contains(#""source":"own""#) && tried.output.contains("kept"))
    let plain = try program.run(["webhook", "try", "gotify"], input: document)
    #expect(plain.output.contains("T") && plain.output.contains("M"))
    #expect(try program.run("list").output.isEmpty)
  }

  @Test func `headers choose the event, and an event may make no message`() throws {
    let document = Data(#"{"zen":"Design for failure."}"#.utf8)
    let ping = try program.run(
      ["webhook", "try", "github", "--header", "X-GitHub-Event: ping", "--json"], input: document)
    #expect(ping.output.contains("GitHub will send events here"))
    try program.run(
      ["webhook", "try", "github", "--header", "X-GitHub-Event: check_run"], input: document,
      ending: 0, printing: "")
  }

  @Test func `what is wrong is told, with its place`() throws {
    let path = try program.write("[fields]\ntitel = \"x\"\n", to: "bad.toml")
    let bad = try program.run(["webhook", "try", path], input: Data("{}".utf8), ending: 1)
    #expect(bad.errors.contains("bad.toml:2:1: unknown key fields.titel"))
    try program.run(["webhook", "show", "githup"], ending: 1, saying: "did you mean 'github'?")
    try program.run(
      ["webhook", "try", "json"], input: Data("x".utf8), ending: 1, saying: "is not valid JSON")
  }
}
