import Foundation
import InboxTestSupport
import InboxUI
import Testing

@testable import InboxTerminal

struct ClipboardTests {
  private let folder = ProgramFolder.empty()

  private func way(
    _ choice: ClipboardChoice, tools: [String], _ variables: [String: String]
  ) throws -> Clipboard.Method {
    for tool in tools { try folder.add(tool) }
    let all = ["PATH": folder.path].merging(variables) { $1 }
    return try Clipboard(environment: all).method(for: choice)
  }

  private static let everything = ["WAYLAND_DISPLAY": "wayland-0", "DISPLAY": ":0", "TMUX": "/x,1"]
  private static let tools = ["wl-copy", "xclip", "xsel", "tmux"]

  @Test(arguments: [
    (Self.tools, Self.everything, ["wl-copy"]),
    (Self.tools, ["DISPLAY": ":0"], ["xclip", "-selection", "clipboard"]),
    (["xsel"], Self.everything, ["xsel", "--clipboard", "--input"]),
    (["wl-copy", "tmux"], ["DISPLAY": ":0", "TMUX": "x"], ["tmux", "load-buffer", "-w", "-"]),
  ])
  func `the best tool that is there is taken`(
    _ tools: [String], _ variables: [String: String], _ words: [String]
  ) throws { #expect(try way(.auto, tools: tools, variables) == .tool(words)) }

  @Test(arguments: [
    ([], Self.everything), (Self.tools, [:]),
    (Self.tools, ["DISPLAY": "", "TMUX": "", "WAYLAND_DISPLAY": ""]),
  ])
  func `without desktop and tmux the terminal is asked`(
    _ tools: [String], _ variables: [String: String]
  ) throws { #expect(try way(.auto, tools: tools, variables) == .terminal) }

  @Test func `a way that was chosen and is not there is reported`() throws {
    #expect(throws: ClipboardError.noDesktopTool) {
      try way(.native, tools: ["tmux"], Self.everything)
    }
    #expect(throws: ClipboardError.noMultiplexer) { try way(.tmux, tools: ["tmux"], [:]) }
    #expect(try way(.osc52, tools: Self.tools, Self.everything) == .terminal)
    #expect(try way(.command(["my", "-x"]), tools: [], [:]) == .tool(["my", "-x"]))
  }

  /// Copies with all the time that a busy machine may need.
  private func copy(_ text: String, by words: [String]) throws {
    try Clipboard.copy(text, by: words, within: PseudoTerminal.limit)
  }

  @Test func `a tool gets the whole text on its standard input`() throws {
    let tool = try folder.addNoting("tool")
    let text = String(repeating: "zeile é\n", count: 30_000)
    try copy(text, by: [tool, "-a b"])
    #expect(folder.notes(of: "tool") == "1|-a b|\(text)")
  }

  @Test func `a tool that reads nothing has still copied if it says so`() throws {
    let tool = try folder.add("tool", "exec 0<&-", "exit 0")
    try copy(String(repeating: "x", count: 1_000_000), by: [tool])
  }

  @Test func `what serves the text goes on when its parent has ended`() throws {
    let tool = try folder.add("tool", "sleep 60 &", "echo $! > '\(folder.path)/served'")
    try copy("x", by: [tool])
    let served = try String(contentsOfFile: folder.path + "/served", encoding: .utf8)
    let process = try #require(pid_t(served.trimmingCharacters(in: .newlines)))
    #expect(kill(process, SIGKILL) == 0)
  }

  @Test func `a tool that fails is quoted`() throws {
    let tool = try folder.add("tool", "printf 'no \\033display\\nmore\\n' >&2", "exit 3")
    let problem = #expect(throws: ClipboardError.self) { try copy("x", by: [tool]) }
    let message = try #require(problem?.message)
    #expect(message.contains("exited with status 3") && message.contains("no ␛display"))
    #expect(!message.contains("more"))
  }

  @Test func `a tool that does not end is killed with what it started`() throws {
    let tool = try folder.add(
      "tool", "sleep 600 &", "echo $$ $! > '\(folder.path)/processes'", "wait")
    #expect(throws: ClipboardError.hanging(tool: tool, seconds: 5)) {
      try Clipboard.copy("x", by: [tool], within: 5)
    }
    let text = try String(contentsOfFile: folder.path + "/processes", encoding: .utf8)
    let processes = text.split { $0.isWhitespace }.compactMap { pid_t($0) }
    try #require(processes.count == 2)
    #expect(kill(processes[0], 0) == -1)
    // What it started is not ours to wait for, so it may be seen for a moment as a dead one.
    #expect(eventually { !isRunning(processes[1]) })
  }

  private func isRunning(_ process: pid_t) -> Bool {
    let status = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    return status.map { !$0.contains(") Z ") } ?? false
  }

  @Test func `a tool that is not there is reported`() {
    let problem = #expect(throws: ClipboardError.self) {
      try Clipboard.copy("x", by: ["/nonexistent/tool"])
    }
    #expect(problem?.message.contains("/nonexistent/tool") == true)
  }
}

struct OSC52Tests {
  @Test(arguments: [
    ("", "\u{1B}]52;c;\u{7}"), ("hello", "\u{1B}]52;c;aGVsbG8=\u{7}"),
    ("é\u{1B}]0;x\u{7}", "\u{1B}]52;c;w6kbXTA7eAc=\u{7}"),
  ])
  func `a text is sent as base 64`(_ text: String, _ sequence: String) {
    #expect(OSC52(variables: [:]).sequence(copying: text) == sequence)
  }

  @Test func `the longest text makes a sequence that terminals take`() {
    let text = String(repeating: "x", count: OSC52.limit)
    #expect(OSC52(variables: [:]).sequence(copying: text).utf8.count == 100_000)
  }

  @Test func `GNU screen gets it in pieces that it hands through`() {
    let text = String(repeating: "x", count: 2_000)
    let wrapped = OSC52(variables: ["STY": "1.host"]).sequence(copying: text)
    let pieces = wrapped.components(separatedBy: "\u{1B}\\").dropLast()
    #expect(pieces.allSatisfy { $0.hasPrefix("\u{1B}P") && $0.utf8.count <= 514 })
    #expect(
      pieces.map { $0.dropFirst(2) }.joined() == OSC52(variables: [:]).sequence(copying: text))
  }

  @Test func `a variable of GNU screen that is empty means that it is not there`() {
    let outside = OSC52(variables: ["STY": ""]).sequence(copying: "x")
    #expect(outside == OSC52(variables: [:]).sequence(copying: "x"))
  }
}

struct LauncherTests {
  private let link: Link
  private let folder: ProgramFolder

  init() throws {
    link = try Link("https://example.org/?a=b c&d='e'$(f)")
    folder = try ProgramFolder()
  }

  private func launcher(_ variables: [String: String] = [:]) -> Launcher {
    Launcher(environment: ["PATH": folder.path].merging(variables) { $1 })
  }

  @Test func `the configuration wins over BROWSER, which wins over the system's opener`() {
    #expect(launcher().plan(for: .open([link], opener: [])).commands == [["xdg-open", link.text]])
    let launcher = launcher(["BROWSER": "firefox --new-tab"])
    #expect(
      launcher.plan(for: .open([link], opener: [])).commands
        == [["firefox", "--new-tab", link.text]])
    #expect(
      launcher.plan(for: .open([link, link], opener: ["x", "-y"])).commands
        == [["x", "-y", link.text], ["x", "-y", link.text]])
  }

  @Test func `the first program of BROWSER that is there is taken`() throws {
    let there = try folder.add("there")
    let launcher = launcher(["BROWSER": "/nonexistent/x:\(there) -n:other"])
    #expect(launcher.plan(for: .open([link], opener: [])).commands == [[there, "-n", link.text]])
  }

  @Test func `a link takes the place of a word, never of a part of one`() {
    let plan = { (words: [String]) in launcher().plan(for: .open([link], opener: words)).commands }
    #expect(plan(["x", "%s", "-z"]) == [["x", link.text, "-z"]])
    #expect(plan(["sh", "-c", "open '%s'"]) == [["sh", "-c", "open '%s'", link.text]])
  }

  @Test(arguments: [
    ("w3m", true), ("/usr/bin/lynx", true), ("firefox", false), ("xdg-open", false),
  ])
  func `programs of the terminal get it`(_ name: String, _ needsTerminal: Bool) {
    #expect(launcher().plan(for: .open([link], opener: [name])).needsTerminal == needsTerminal)
  }

  @Test func `a page goes to a text browser that is there, else to the opener`() throws {
    let launch = Launch.browse([link], browser: [], opener: ["opener"])
    let fallback = launcher().plan(for: launch)
    #expect(fallback.commands == [["opener", link.text]])
    #expect(!fallback.needsTerminal)
    #expect(fallback.note?.contains("w3m") == true)
    try folder.add("elinks")
    let plan = launcher().plan(for: launch)
    #expect(plan.commands == [["elinks", link.text]])
    #expect(plan.needsTerminal && plan.note == nil)
    let chosen = launcher().plan(for: .browse([link], browser: ["my", "-b"], opener: []))
    #expect(chosen.commands == [["my", "-b", link.text]] && chosen.needsTerminal)
  }

  @Test func `a typed command line is the shell's, its text is not`() {
    let plan = launcher().plan(for: .pipe("$(touch x)", command: "wc | cat"))
    #expect(plan.commands == [["sh", "-c", "wc | cat"]])
    #expect(plan.input == "$(touch x)" && plan.pauses && plan.needsTerminal)
  }
}
