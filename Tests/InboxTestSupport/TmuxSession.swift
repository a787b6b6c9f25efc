import Foundation

/// A shell in a terminal that tmux emulates: keys in, the screen as a person sees it out.
///
/// Each has a server of its own, which ends with it. The shell's prompt is `ready> `.
package final class TmuxSession {
  /// A wait that ended without what was awaited.
  package struct Missing: Error {
    /// What was awaited.
    package var what: String
    /// What the screen showed at the end.
    package var screen: String
  }

  /// Seconds until a person reacts to what the screen shows.
  private static let reaction = 0.3

  /// Height at the start.
  package let rows: Int

  private let folder: TemporaryFolder
  private let environment: [String: String]
  private let client: TmuxClient

  /// Starts a shell and waits for its prompt.
  package init(environment: [String: String], columns: Int = 80, rows: Int = 24) throws {
    folder = try TemporaryFolder()
    self.rows = rows
    let own = [
      "PATH": "/usr/local/bin:/usr/bin:/bin", "LC_ALL": "C.UTF-8", "SHELL": "/bin/sh",
      "TERM": "xterm-256color", "PS1": "ready> ", "HOME": folder.path,
    ]
    let all = own.merging(environment) { $1 }
    self.environment = all
    try Self.tmux(
      at: folder, all, "start-server", ";", "set", "-g", "status", "off", ";",
      "set", "-g", "default-terminal", "screen-256color", ";",
      "new-session", "-d", "-x", "\(columns)", "-y", "\(rows)", "/bin/sh")
    do {
      client = try TmuxClient(socket: Self.socket(in: folder), environment: all)
    } catch {
      try? Self.tmux(at: folder, all, "kill-server")
      throw error
    }
    try awaitPrompt()
  }

  deinit {
    try? Self.tmux(at: folder, environment, "kill-server")
  }

  /// The screen as text, one line for each row.
  package var screen: String {
    (try? client.perform(["capture-pane", "-p"])) ?? ""
  }

  /// The screen with the escape sequences of its colours and attributes.
  package var styledScreen: String {
    (try? client.perform(["capture-pane", "-p", "-e"])) ?? ""
  }

  /// Presses keys by tmux's names: `Enter`, `Escape`, `C-z`, `j`.
  ///
  /// Not before a person could have seen the screen: sooner, a key that acts does nothing.
  package func press(_ keys: String...) throws {
    try press(keys)
  }

  private func press(_ keys: [String]) throws {
    Thread.sleep(forTimeInterval: Self.reaction)
    _ = try client.perform(["send-keys"] + keys)
  }

  /// Presses keys and waits until the screen shows all of these texts and none of the others.
  package func press(
    _ keys: String..., showing texts: String..., without absent: [String] = []
  ) throws {
    try press(keys)
    try awaitScreen(texts, without: absent)
  }

  /// Ends the program by a key, and waits until the shell is ready for a command line.
  package func quit(by key: String = "q") throws {
    try press(key)
    try awaitPrompt()
  }

  /// Types a text, all at once.
  package func type(_ text: String) throws {
    _ = try client.perform(["send-keys", "-l", "--", text])
  }

  /// Types a command line and Enter.
  package func run(_ line: String) throws {
    try type(line)
    // A prompt is seen too early where the line does not stand behind it yet.
    let typed = line.filter { !$0.isWhitespace }
    try awaitScreen("typed: \(line)") { $0.filter { !$0.isWhitespace }.contains(typed) }
    try press("Enter")
  }

  /// Types a command line and Enter, and waits until the screen shows all of these texts and none of
  /// the others.
  package func run(
    _ line: String, showing texts: String..., without absent: [String] = []
  ) throws {
    try run(line)
    try awaitScreen(texts, without: absent)
  }

  /// Types a command line and Enter, and waits until the shell is ready for the next one, after it
  /// showed all of these texts.
  package func finish(_ line: String, after texts: String...) throws {
    try run(line)
    try awaitPrompt(after: texts)
  }

  /// Sends bytes as the terminal does by itself, such as a report of the mouse.
  package func send(_ text: String) throws {
    let bytes = text.utf8.map { String($0, radix: 16) }
    _ = try client.perform(["send-keys", "-H"] + bytes)
  }

  /// What a format of tmux says of the terminal, such as `#{mouse_sgr_flag}`.
  package func value(of format: String) -> String {
    (try? client.perform(["display-message", "-p", format])) ?? ""
  }

  /// Gives the terminal another size.
  package func resize(columns: Int, rows: Int) throws {
    _ = try client.perform(["resize-window", "-x", "\(columns)", "-y", "\(rows)"])
  }

  /// Waits until the screen shows all of these texts and none of the others.
  package func awaitScreen(_ texts: String..., without absent: [String] = []) throws {
    try awaitScreen(texts, without: absent)
  }

  private func awaitScreen(_ texts: [String], without absent: [String]) throws {
    try awaitScreen("\(texts) without \(absent)") { screen in
      texts.allSatisfy { screen.contains($0) } && !absent.contains { screen.contains($0) }
    }
  }

  /// Waits until the shell is ready for a command line, after it showed all of these texts.
  ///
  /// A prompt further up may be older than the program that has just left the terminal.
  package func awaitPrompt(after texts: String...) throws { try awaitPrompt(after: texts) }

  private func awaitPrompt(after texts: [String]) throws {
    try awaitScreen("a prompt after \(texts)") { screen in
      screen.split(separator: "\n").last { !$0.allSatisfy(\.isWhitespace) } == "ready>"
        && texts.allSatisfy { screen.contains($0) }
    }
  }

  /// Waits until the screen meets a condition.
  package func awaitScreen(_ what: String, where condition: (String) -> Bool) throws {
    guard eventually({ condition(screen) }) else { throw Missing(what: what, screen: screen) }
  }

  private static func socket(in folder: TemporaryFolder) -> String { folder.path + "/tmux" }

  /// Does commands by a process of their own, as long as there is no client or any more.
  private static func tmux(
    at folder: TemporaryFolder, _ environment: [String: String], _ words: String...
  ) throws {
    let tmux = try ChildProcess(
      "/usr/bin/env", ["tmux", "-S", socket(in: folder), "-f", "/dev/null"] + words,
      environment: environment)
    guard try tmux.end() == 0 else { throw Missing(what: "tmux \(words)", screen: "") }
  }
}
