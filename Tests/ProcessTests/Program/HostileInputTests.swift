import Foundation
import InboxTestSupport
import Testing

@Suite("input that nobody would write on purpose") struct HostileInputTests {
  let program = Program()

  /// Escapes, a bell, C1 controls, bidi overrides and separators around a letter.
  static let hostile = "\u{1B}[31mA\u{7}\u{9B}2J\u{202E}\u{2066}\u{2028}\u{85}\u{7F}\r"

  private static func isForbidden(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 9, 10: false
    case 0...31, 0x7F...0x9F, 0x202A...0x202E, 0x2066...0x2069, 0x2028, 0x2029: true
    default: false
    }
  }

  private static let textFields = [
    "id", "title", "subtitle", "body", "source", "thread", "glyph", "sound", "url",
  ]

  @Test(arguments: textFields)
  func `no control character reaches the output`(_ field: String) throws {
    let value = Self.hostile.unicodeScalars.map { String(format: "\\u%04X", $0.value) }.joined()
    let json = #"{"title":"t","id":"i","tags":["T"],"\#(field)":"\#(value)"}"#
    try program.run("push", "--json", input: json)
    for form in [
      ["list"], ["list", "--json"], ["list", "--jsonl"], ["show", "@1"], ["export"],
      ["list", "--format", "{id}{title}{subtitle}{body}{source}{thread}{glyph}{sound}{url}"],
    ] {
      let run = try program.run(form, ending: 0)
      #expect(!run.output.isEmpty, "\(form) \(run.errors)")
      let found = run.output.unicodeScalars.filter(Self.isForbidden)
      #expect(found.isEmpty, "\(form) \(field): \(found.map(\.value))")
    }
  }

  @Test(arguments: ["tags", "categories", "conversion_tags"])
  func `names in lists are made printable too`(_ field: String) throws {
    let json = #"{"title":"t","\#(field)":["\u001b[2J\u202e"]}"#
    try program.run("push", "--json", input: json)
    for form in [["show", "@1"], ["list", "--json"], ["list", "--format", "{tags}{categories}"]] {
      let output = try program.run(form).output
      #expect(!output.unicodeScalars.contains(where: Self.isForbidden), "\(form)")
    }
  }

  @Test(arguments: [
    ["read", hostile], ["show", hostile], ["list", "--filter", "is:" + hostile],
    ["theme", "show", hostile], ["import", hostile], ["count", "--inbox", hostile],
    [hostile], ["push", "x", "--priority", hostile], ["push", "x", "--starts-at", hostile],
    ["list", "--format", "{" + hostile + "}"],
  ])
  func `errors are made printable`(_ arguments: [String]) throws {
    let run = try program.run(arguments)
    #expect(run.status != 0)
    #expect(!run.errors.isEmpty)
    #expect(!run.errors.unicodeScalars.contains(where: Self.isForbidden), "\(run.errors)")
  }

  /// Configurations that are wrong in every way that a report can tell of.
  private static func configurations(_ name: String) -> [String] {
    let escaped = name.unicodeScalars.map { String(format: "\\U%08X", $0.value) }.joined()
    let (key, value) = ("\"\(escaped)\"", "\"\(escaped)\"")
    return [
      "\(key) = 1\n\(key) = 2\n", "\(key) = 1\n", "\(name)\n", "[\(key)]\n[\(key)]\n",
      "list = \(value)\n",
      "theme = \(value)\n", "keys.\(key) = 1\n", "[[rules]]\nfilter = \(value)\nname = \(value)\n",
      "[[command]]\ncommand = \(value)\nevery = \(value)\n", "http.listen = [\(value)]\n",
      "[[webhook]]\nname = \(value)\n", "# \(name)\n = 1\n",
      "store.inbox = \(value)\ninbox = \(value)\n",
    ]
  }

  private static let daemonCommands = [
    ["--check-config"], ["install-service", "--socket", "--print"],
  ]

  @Test func `nothing of a configuration, a name or a path reaches the terminal raw`() throws {
    var random = SeededRandom(seed: 20)
    var hostile = String.hostile(length: 24, &random)
    hostile =
      "a" + Self.hostile + String(hostile.filter { $0 != "/" && $0 != "\0" && !$0.isNewline })
    let reports = [["list"], ["doctor"], ["config", "check"], ["rules", "check"], ["keys"]]
    let others = [
      ["config", "path"], ["theme", "show"], ["theme", "list"], ["theme", "check", hostile],
      ["rules", "list"], ["sources"], ["stats"], ["mute", hostile], ["mute"], ["unmute", hostile],
      ["push", "x", "--source", hostile], ["go", hostile], ["snooze", "@1", "--until", hostile],
      ["open", hostile], ["answer", "@1", hostile], ["inboxes"], ["setup"], ["run", hostile],
      ["copy", hostile], ["import", "--history", hostile],
    ]
    for (index, text) in Self.configurations(hostile).enumerated() {
      let folder = try program.path + "/\(index)" + hostile
      try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
      try text.write(toFile: folder + "/config.toml", atomically: true, encoding: .utf8)
      let home = ["BELLBOARD_HOME": folder]
      for command in index == 0 ? reports + others : reports {
        expectPrintable(try program.run(command, environment: home), "\(command) \(text)")
      }
      for command in Self.daemonCommands {
        let words = [BuiltProgram.path("bellboardd")] + command
        let run = try program.shell(
          words.map { "'\($0)'" }.joined(separator: " "), environment: home)
        expectPrintable(run, "\(command) \(text)")
      }
    }
  }

  private func expectPrintable(_ run: Program.Run, _ subject: String) {
    let found = (run.output + run.errors).unicodeScalars.filter(Self.isForbidden)
    #expect(found.isEmpty, "\(subject.debugDescription): \(found.map(\.value)) \(run)")
  }
}
