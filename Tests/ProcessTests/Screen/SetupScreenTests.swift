import Foundation
import InboxTestSupport
import Testing

/// Setup's screen in a terminal, from its start to the shell that follows.
@Suite("setup as a screen", .serialized, .waiting) struct SetupScreenTests {
  let program = Program()

  private func session(
    _ variables: [String: String] = [:], columns: Int = 80
  ) throws -> TmuxSession {
    // Without a folder for sockets there is no systemd of the user.
    let own = ["HOME": try program.path, "XDG_RUNTIME_DIR": "", "DBUS_SESSION_BUS_ADDRESS": ""]
    return try program.terminal(environment: own.merging(variables) { $1 }, columns: columns)
  }

  private func file(_ name: String) -> String? {
    (try? program.path).flatMap { try? String(contentsOfFile: $0 + "/" + name, encoding: .utf8) }
  }

  @Test func `all pages lead to a written configuration and a restored terminal`() throws {
    let session = try session()
    let before = try session.settings(by: program.path)
    try session.run("echo earlier; SHELL=/bin/bash \"$B\" setup; echo status $?")
    try session.awaitScreen("[1 Look]", "Disk 91 %", "quit", without: ["earlier"])
    // The list begins at the default theme; the next one is dracula.
    try session.press("j", "Enter", showing: "[2 Keys]", "In the list")
    try session.press("j", showing: "d d")
    try session.press("Enter", showing: "[3 Sources]", "Desktop notifications")
    try session.press("Space", "j", "Space", showing: "Server and topics: https://ntfy.sh/")
    try session.type("alerts,door")
    try session.press("Enter", showing: "[x] An ntfy topic", without: ["Server and topics"])
    try session.press("j", "j", "j", "Space")
    try session.awaitScreen("[x] Long bash commands", "eval \"$(bellboard hook bash)\"")
    try session.press("Enter", showing: "[4 Done]", "theme = \"dracula\"", "preset = \"vim\"")
    #expect(file("config.toml") == nil)
    try session.press("Enter")
    try session.awaitScreen(
      "earlier", "config.toml", "start bellboardd", "try it:", "status 0", without: ["[4 Done]"])
    #expect(try session.settings(by: program.path) == before)
    let configuration = try #require(file("config.toml"))
    for line in [
      "theme = \"dracula\"", "[keys]\npreset = \"vim\"", "[desktop]", "receive = \"monitor\"",
    ] { #expect(configuration.contains("\n\(line)\n")) }
    #expect(
      configuration.hasSuffix(
        "\n[[ntfy]]\nserver = \"https://ntfy.sh\"\ntopics = [\"alerts\", \"door\"]\n"))
    #expect(
      file(".bashrc") == "# Notify when long commands finish.\neval \"$(bellboard hook bash)\"\n")
    #expect(try program.run("config", "check").status == 0)
  }

  @Test func `leaving in each way restores the terminal and writes nothing`() throws {
    for (key, shown, status) in [
      ("q", "Nothing was changed.", "0"), ("Escape", "Nothing was changed.", "0"),
      ("C-c", "status", "130"), ("", "status", "143"),
    ] {
      let session = try session()
      let before = try session.settings(by: program.path)
      try session.run(
        "sh -c 'echo $$ > \"$BELLBOARD_HOME/pid\"; exec \"$B\" setup'; echo status $?")
      try session.awaitScreen("[1 Look]", "quit")
      try session.press("j", "4", showing: "[4 Done]", "dracula")
      if key.isEmpty {
        let text = try #require(file("pid"))
        kill(try #require(pid_t(text.trimmingCharacters(in: .newlines))), SIGTERM)
      } else {
        try session.press(key)
      }
      try session.awaitScreen(shown, "status \(status)", without: ["[4 Done]"])
      #expect(try session.settings(by: program.path) == before)
      #expect(file("config.toml") == nil)
    }
  }

  @Test func `the daemon is started by the last page`() throws {
    let tools = try ProgramFolder()
    try tools.add(
      "systemctl", "echo \"$@\" >> \(tools.path)/called", "[ \"$2\" != is-enabled ] || exit 1")
    let session = try session(["PATH": tools.searchPath])
    try session.run("\"$B\" setup", showing: "[1 Look]", "quit")
    try session.press("4", showing: "[x] Start bellboardd now, and at each login")
    try session.press("Enter")
    try session.awaitPrompt(after: "bellboardd receives")
    let called = try String(contentsOfFile: tools.path + "/called", encoding: .utf8)
    #expect(called.hasSuffix("--user daemon-reload\n--user enable --now bellboardd.service\n"))
    #expect(file(".config/systemd/user/bellboardd.service")?.contains("ExecStart=") == true)
  }

  @Test func `a unit that systemd has is used as it is`() throws {
    let tools = try ProgramFolder()
    try tools.add(
      "systemctl", "echo \"$@\" >> \(tools.path)/called", "[ \"$2\" != is-enabled ] || exit 1")
    let session = try session(["PATH": tools.searchPath, "BELLBOARD_HOME": ""])
    try session.run("\"$B\" setup", showing: "[1 Look]", "quit")
    try session.press("4")
    try session.awaitScreen("runs systemctl --user enable --now bellboardd", without: ["writes ~"])
    try session.press("Enter")
    try session.awaitPrompt(after: "bellboardd receives")
    let called = try String(contentsOfFile: tools.path + "/called", encoding: .utf8)
    #expect(called.hasSuffix("--user enable --now bellboardd.service\n"))
    #expect(!called.contains("daemon-reload"))
    #expect(file(".config/systemd/user/bellboardd.service") == nil)
    #expect(file(".config/bellboard/config.toml") != nil)
  }

  @Test func `a narrow terminal, or --lines, gets the dialog of lines`() throws {
    let narrow = try session(columns: 59)
    try narrow.run("\"$B\" setup", showing: "Theme, by number or name? [default]")
    let wide = try session()
    try wide.run("\"$B\" setup --lines", showing: "Theme, by number or name? [default]")
  }
}
