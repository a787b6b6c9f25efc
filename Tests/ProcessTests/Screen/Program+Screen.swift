import Foundation
import InboxTestSupport

extension Program {
  /// A shell in a terminal, in which `"$B"` is the program.
  func terminal(environment more: [String: String] = [:], columns: Int = 80) throws -> TmuxSession {
    let all = ["B": Self.path].merging(more) { $1 }
    return try TmuxSession(environment: environment(all), columns: columns)
  }

  /// The screen, opened by such a shell, once it shows all of these texts and its last line.
  ///
  /// What the terminal shows can be half a frame; the last line of it comes last.
  func screen(
    _ arguments: String = "", showing texts: String..., environment: [String: String] = [:],
    columns: Int = 80
  ) throws -> TmuxSession {
    let session = try terminal(environment: environment, columns: columns)
    try session.run("\"$B\" \(arguments)")
    try session.awaitScreen("the screen with \(texts)") { screen in
      let lines = screen.split(separator: "\n", omittingEmptySubsequences: false)
      return texts.allSatisfy { screen.contains($0) } && !screen.contains("ready>")
        && lines.dropFirst(session.rows - 1).first?.isEmpty == false
    }
    return session
  }

  /// The program on a terminal of the test's own, once it has written a text.
  func emulated(
    _ arguments: String..., environment more: [String: String] = [:], columns: Int = 80,
    rows: Int = 24, cell: (Int, Int) = (0, 0), showing text: String? = nil
  ) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(
      Self.path, arguments, environment: environment(more), columns: columns, rows: rows, cell: cell
    )
    if let text { try terminal.awaitOutput(text) }
    return terminal
  }
}

extension TmuxSession {
  /// How the terminal is set, as a shell that waits for a command sees it.
  func settings(by folder: String) throws -> String {
    let file = "\(folder)/\(UUID().uuidString)"
    try run("stty -g > '\(file)'; clear")
    // What is typed before the screen is cleared goes with it.
    try awaitPrompt()
    return try String(contentsOfFile: file, encoding: .utf8)
  }
}
