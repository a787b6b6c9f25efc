import Foundation
import InboxTestSupport
import Testing

@Suite("rules and mutes", .waiting) struct RuleProgramTests {
  let program = Program()

  private func configure(_ text: String) throws {
    _ = try program.write(text, to: "config.toml")
  }

  @Test func `mute alone lists what is muted`() throws {
    #expect(try program.run("mute").output == "")
    try program.run("mute", "ci")
    try program.run("mute", "--thread", "deploy", "--until", "2999-01-01T00:00:00Z")
    #expect(try program.run("mute").output == "ci\t\nthread deploy\t2999-01-01T00:00:00Z\n")
    for words in [["mute", "--for", "2h"], ["unmute"], ["mute", "ci", "--thread", "x"]] {
      #expect(try program.run(words, input: Data()).status == 64)
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
      "push", "x", "--source", "noise", "--expires-at", "2020-01-01")
    #expect(dropped.status == 0 && dropped.output.isEmpty)
    #expect(dropped.errors.contains("dropped by rule 'noise'; not stored"))
    // No list has it.
    #expect(!dropped.errors.contains("expired"))
    #expect(try program.run("list", "--format", "{title} {priority}").output == "disk full 5\n")
    #expect(try program.run("show", "@1").lines.contains("rules       urgent"))
    #expect(
      try program.run("rules", "list").output
        == "urgent\tdisk\tpriority max\tconfig.toml:1\nnoise\tsource:noise\tdrop\tconfig.toml:5\n")
  }

  @Test func `rules test tells what would happen, and why what has`() throws {
    for title in ["disk full", "build passed"] { try program.run("push", title) }
    let file = try program.write(
      "[[rules]]\nname = \"d\"\nfilter = \"disk\"\nmute = true\ntags = [\"t\"]\n", to: "try.toml")
    #expect(
      try program.run("rules", "test", file).output == "@1\td\tmute, tags t\tdisk full\n")
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
      let run = try program.run(words, input: Data())
      #expect(run.status == 1)
      #expect(run.errors.contains("config.toml:2:10"))
    }
    try program.run("push", "x")
    #expect(try program.run("list", "--json").output.contains("\"rules\":[\"m\"]"))
  }

  @Test func `a mute holds until it is taken away, and the configuration stays`() throws {
    try configure("# mine\n")
    try program.run("mute", "ci", "--for", "1h")
    try program.run("push", "a", "--source", "ci/main")
    #expect(try program.run("list", "--format", "{delivery}").output == "inbox\n")
    #expect(
      try program.run("rules", "list").output.hasPrefix(
        "mute ci\tsource:ci\tmute, until "))
    let mutes = try program.run("mute")
    #expect(mutes.status == 0 && mutes.output.hasPrefix("ci\t2"))
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
      try program.run("list", "--sort", "oldest", "--format", "{title} {body}").lines
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
    let run = try program.run("push", "--json", input: records)
    #expect(run.status == 0 && run.lines.count == 100)
    #expect(run.errors.contains("the program of the rule 'h' was left out 40 times"))
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
}
