import Foundation
import Testing

@Suite("man, completions, inboxes")
struct ManualTests {
  let program = Program()

  @Test func theManualHasEveryCommandKeyAndSetting() throws {
    let page = try program.run("man").output
    #expect(page.hasPrefix(".TH \"BELLBOARD\" \"1\""))
    for command in ["push", "list", "stats", "theme check", "config init"] {
      #expect(page.contains(".SS bellboard \(command)\n"), "\(command)")
    }
    #expect(page.contains("Values: newest, oldest, priority, unread."))
    #expect(page.contains("toggle\\-read") && page.contains(".B is:unread\n"))
    let settings = try program.run("man", "bellboard-config").output
    #expect(settings.contains("maximum_notifications = 10000"))
    #expect(try program.run("man", "nothing").status == 64)
  }

  @Test func noLineOfTheManualIsARequestByAccident() throws {
    let known = [".TH", ".SH", ".SS", ".PP", ".TP", ".B", ".nf", ".fi"]
    for page in ["bellboard", "bellboard-config"] {
      for line in try program.run("man", page).lines where line.hasPrefix(".") {
        #expect(known.contains { line == $0 || line.hasPrefix($0 + " ") }, "\(line)")
      }
    }
  }

  @Test func quotesOfTheManualAreThoseThatAShellTakes() throws {
    let settings = try program.run("man", "bellboard-config").output
    #expect(settings.contains(#".B theme = \(dqdefault\(dq"#))
    let page = try program.run("man").output
    #expect(page.contains(#".B \(dqWORDS\(dq"#) && page.contains(#"\(aqtomorrow 9am\(aq"#))
    for text in [page, settings] {
      let strange = text.unicodeScalars.filter { !$0.isASCII }
      #expect(strange.isEmpty)
      let bodies = text.split(separator: "\n").filter { !$0.hasPrefix(".TH") }
      let quoting = bodies.filter { $0.contains("\"") || $0.contains("'") }
      #expect(quoting == [])
    }
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func aShellIsToldTheCommands(_ shell: String) throws {
    let script = try program.run("completions", shell).output
    #expect(script.contains("unsnooze") && script.contains("bellboard"))
  }

  @Test func bashCompletesCommands() throws {
    let script = try program.write(try program.run("completions", "bash").output, to: "c.bash")
    let shell = Process()
    shell.executableURL = URL(filePath: "/bin/bash")
    shell.arguments = [
      "-c",
      """
      source '\(script)'; COMP_WORDS=(bellboard sno); COMP_CWORD=1; COMP_LINE='bellboard sno'
      COMP_POINT=13; _bellboard bellboard sno bellboard; echo "${COMPREPLY[@]}"
      """,
    ]
    let pipe = Pipe()
    shell.standardOutput = pipe
    try shell.run()
    let words = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    shell.waitUntilExit()
    #expect(words.split(separator: "\n").last == "snooze")
  }

  @Test func eachInboxCountsItsOwn() throws {
    _ = try program.run("push", "--inbox", "work", "One")
    _ = try program.run("push", "--inbox", "work", "Two")
    _ = try program.run("push", "Home")
    _ = try program.run("read", "--inbox", "work", "@1")
    #expect(
      try program.run("inboxes").lines == [
        "* default  1 unread, 1 in all", "  work     1 unread, 2 in all",
      ])
  }
}
