import Foundation
import InboxTestSupport
import Testing

/// The manual page of the daemon, and its completions.
@Suite(.waiting) struct DaemonManualTests {
  let program = Program()
  private let daemon = BuiltProgram.path("bellboardd")

  @Test func `the manual has every command and option, and is sound`() throws {
    let text = try program.shell("'\(daemon)' man").output
    let plain = text.replacing("\\-", with: "-")
    for command in try program.commands(of: "bellboardd") where command.path != ["receive"] {
      #expect(plain.contains(".SS bellboardd \(command.path.joined(separator: " "))\n"))
      for option in command.options { #expect(plain.contains(option), "\(option)") }
    }
    for option in ["--inbox", "--check-config", "--verbose"] {
      #expect(plain.contains(".B \(option)"), "\(option)")
    }
    #expect(!plain.contains("end-orphans"))
    let page = try program.write(text, to: "page")
    let run = try program.shell(
      "! command -v groff >/dev/null || groff -Kutf8 -man -ww -Tutf8 '\(page)'")
    #expect(run.status == 0 && run.errors.isEmpty, "\(run.errors)")
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `a shell is told every command and option of the daemon`(_ shell: String) throws {
    try program.checkCompletions(
      try program.shell("'\(daemon)' completions \(shell)").output,
      of: try program.commands(of: "bellboardd"), in: shell)
  }
}
