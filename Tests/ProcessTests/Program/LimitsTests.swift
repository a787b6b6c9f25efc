import Foundation
import InboxTestSupport
import InboxText
import Testing

/// The program within the limits of a shell: `ulimit` and `umask`.
@Suite("limits of the shell") struct LimitsTests {
  let program = Program()

  @Test(arguments: [8, 16, 20, 30, 64]) func `a screen with few descriptors says why not`(
    limit: Int
  ) throws {
    try program.run("push", "first")
    let terminal = try PseudoTerminal(
      "/bin/sh", ["-c", "ulimit -n \(limit); exec \"$B\""],
      environment: program.environment(["B": Program.path, "TERM": "xterm-256color"]))
    if limit < 35 {
      #expect(try terminal.wait() == 1 << 8)
      #expect(terminal.text.contains("ulimit -n 256"))
    } else {
      try terminal.awaitOutput("first")
      #expect(try terminal.wait(sending: "Q") == 0)
    }
  }

  private static let locales = [
    "th_TH.UTF-8", "fa_IR.UTF-8", "ar_SA.UTF-8", "ja_JP.UTF-8", "th_TH@calendar=buddhist",
  ]

  /// What some commands print on a fresh inbox, by turns.
  private func outputs(_ locale: String) throws -> [String] {
    let program = Program()
    let today = ISO8601DateFormatter().string(from: Date()).prefix(10)
    return try [
      ["push", "x", "--id", "1", "--expires-at", "2098-02-28T23:30:00Z"],
      ["push", "--json"], ["list", "--filter", "after:today", "--format", "{id}"],
      ["list", "--filter", "before:today", "--format", "{id}"],
      ["list", "--filter", "before:\(today)", "--format", "{id}"],
      ["snooze", "1", "--until", "2098-01-05 09:30"], ["show", "old"],
      ["list", "--filter", "is:snoozed", "--format", "{id}"],
      ["list", "--jsonl", "--filter", "is:snoozed", "--format", "{id} {expires_at}"],
    ].map { arguments in
      let old = #"{"id":"old","title":"old","sent_at":"2024-02-29T12:00:00Z"}"#
      let run = try program.run(
        arguments, input: Data((arguments == ["push", "--json"] ? old : "").utf8),
        environment: ["LC_ALL": locale, "LANG": locale])
      // When it was stored is another moment in each inbox.
      return (run.output + run.errors).replacing(#/received(_at":"| +)[0-9TZ:.-]+/#, with: "")
    }
  }

  @Test(.bug(id: "D20", "one locale turned today's date into a future one"), arguments: locales)
  func `no locale makes another date of a moment`(_ locale: String) throws {
    let usual = try outputs("C")
    #expect(usual[2] == "1\n" && usual[3] == "old\n" && usual[4] == "old\n", "\(usual)")
    #expect(usual[5].contains("2098-01-05 09:30"), "\(usual)")
    #expect(usual[6].contains("2024-02-29"), "\(usual)")
    #expect(try outputs(locale) == usual)
  }

  /// On Linux the system's calendar follows no variable, so the test above cannot find who asks it.
  @Test func `nothing asks the system for a calendar, a locale or a date's form`() throws {
    let sources = "\(BuiltProgram.packageFolder)/Sources"
    let files = try #require(FileManager.default.enumerator(atPath: sources))
    let paths = files.compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }
    #expect(paths.count > 100)
    let names = /\bLocale\b|Calendar\.current|Calendar\(identifier|DateFormatter|\.formatted\(/
    for path in paths {
      let text = try String(contentsOfFile: "\(sources)/\(path)", encoding: .utf8)
      #expect(text.firstMatch(of: names) == nil, "\(path)")
    }
  }

  @Test(arguments: [nil, SIGTERM, SIGHUP])
  func `a demonstration that ends leaves nothing`(_ signal: Int32?) throws {
    let temporary = try program.path + "/tmp"
    try FileManager.default.createDirectory(atPath: temporary, withIntermediateDirectories: true)
    let terminal = try program.emulated(
      "demo", environment: ["TMPDIR": temporary, "TERM": "xterm-256color"],
      showing: "Backup finished on atlas")
    try terminal.awaitOutput("Tour 1/")
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary).count == 1)
    if let signal { terminal.signal(signal) } else { terminal.send("Q") }
    #expect(try terminal.wait() == (signal.map { (128 + $0) << 8 } ?? 0))
    #expect(try FileManager.default.contentsOfDirectory(atPath: temporary).isEmpty)
  }
}
