import InboxText
import Foundation
import InboxCore
import InboxTestSupport
import Testing

/// Runs what the documentation tells people to write.
@Suite struct ScriptingTests {
  private let program = Program()

  /// The code block behind a mark of the page.
  private func snippet(_ name: String) throws -> String {
    let path = Program.packageFolder + "/Documentation/Scripting.md"
    let page = try String(contentsOfFile: path, encoding: .utf8)
    let rest = try #require(page.components(separatedBy: "<!-- test: \(name) -->\n```").last)
    let block = try #require(rest.components(separatedBy: "\n```").first)
    return block.split(separator: "\n").dropFirst().joined(separator: "\n")
  }

  /// Runs a line of a snippet in a shell that finds the program by its name.
  private func shell(_ line: String) throws -> Program.Run {
    let folder = URL(fileURLWithPath: Program.path).deletingLastPathComponent().path
    return try program.shell(line, environment: ["PATH": "\(folder):/usr/bin:/bin"])
  }

  /// The first line of a command that goes on, as a bar reads it.
  private func firstLine(of command: String) throws -> String {
    // What ends the command is that nobody reads on.
    try shell(command + " | head -n 1").output
  }

  private func pushSome() throws {
    try program.run("push", "Disk <full> \"now\" #[bg=red]", "--source", "ops")
  }

  @Test func `a question is answered from another shell`() throws {
    let watch = try RunningProgram(program, ["watch", "--since", "0", "--limit", "1"])
    let (question, answer) = (try snippet("ask"), try snippet("answer"))
    let script = """
      (\(question)) > "$BELLBOARD_HOME/answer" &
      until \(answer) 2>/dev/null; do sleep 0.05; done
      wait
      """
    #expect(try shell(script).output == "Tonight\n")
    #expect(watch.line() != nil)
    let said = try program.text(of: "answer")
    #expect(said == "deploying: Tonight\n")
  }

  @Test func `a backup that fails is reported`() throws {
    #expect(try shell(snippet("run")).status == 2)
    try program.run("list", "--format", "{source} {title}", printing: "cron/backup Backup failed\n")
  }

  @Test func `waybar gets JSON with text, tooltip and class`() throws {
    let config = try JSONValue(json: "{" + snippet("waybar") + "}")
    guard case .object(let modules) = config, case .object(let module)? = modules.values.first,
      case .string(let command)? = module["exec"]
    else {
      Issue.record("no module with a command")
      return
    }
    let empty = try JSONValue(json: firstLine(of: command))
    #expect(empty == .object(["text": "", "tooltip": "", "class": "none"]))
    try pushSome()
    let full = try JSONValue(json: firstLine(of: command))
    #expect(
      full
        == .object([
          "text": "🔔 1", "class": "some", "tooltip": "Disk &lt;full&gt; &quot;now&quot; #[bg=red]",
        ]))
  }

  @Test func `i3blocks gets a line`() throws {
    let line = try snippet("i3blocks").split(separator: "\n").first { $0.hasPrefix("command=") }
    let command = String(try #require(line).dropFirst("command=".count))
    #expect(try firstLine(of: command) == "🔔 0\n")
    try pushSome()
    #expect(try firstLine(of: command).hasPrefix("🔔 1 Disk <full>"))
  }

  @Test func `tmux gets a line without a style of the sender's`() throws {
    let parts = try snippet("tmux").components(separatedBy: "#(")
    let command = String(try #require(parts.last).dropLast(2))
    #expect(try firstLine(of: command) == "\n")
    try pushSome()
    #expect(try firstLine(of: command) == "🔔 1 Disk <full> \"now\" ##[bg=red]\n")
  }

  @Test func `a prompt shows a number while there is one`() throws {
    let line = try snippet("prompt") + "; printf '%s' \"$PS1\""
    #expect(try shell(line).output == "$ ")
    try pushSome()
    #expect(try shell(line).output == "[1] $ ")
  }

  @Test func `watch tells what is new`() throws {
    try pushSome()
    #expect(try shell(snippet("watch")).output.contains("\"received\""))
  }
}
