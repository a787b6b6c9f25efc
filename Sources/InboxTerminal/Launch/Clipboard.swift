import Foundation
import InboxSystem
import InboxText
package import InboxUI

/// The clipboard, written by a program or by the terminal.
package struct Clipboard: Sendable {
  /// A method of copying.
  package enum Method: Sendable, Hashable {
    /// A program that reads the text from its standard input.
    case tool([String])
    /// The terminal, by OSC 52.
    case terminal
  }

  /// Builds the terminal's OSC 52 sequence.
  let terminal: OSC52
  private let variables: [String: String]
  private let search: ProgramSearch

  /// Chooses the method by environment variables; without any, the terminal copies.
  package init(environment: [String: String]) {
    terminal = OSC52(variables: environment)
    variables = environment
    search = ProgramSearch(path: environment["PATH"])
  }

  /// The method for the user's choice in this environment.
  ///
  /// - Throws: ``ClipboardError`` when there is none.
  package func method(for choice: ClipboardChoice) throws(ClipboardError) -> Method {
    switch choice {
    case .auto: return (desktopTool ?? multiplexer).map(Method.tool) ?? .terminal
    case .native:
      guard let tool = desktopTool else { throw .noDesktopTool }
      return .tool(tool)
    case .tmux:
      guard let tool = multiplexer else { throw .noMultiplexer }
      return .tool(tool)
    case .osc52: return .terminal
    case .command(let words): return .tool(words)
    }
  }

  /// Copies a text from a command line, without a screen.
  ///
  /// - Throws: ``ClipboardError``.
  package func copy(_ text: String, by choice: ClipboardChoice) throws(ClipboardError) {
    switch try method(for: choice) {
    case .tool(let words): try Self.copy(text, by: words)
    case .terminal:
      try OSC52.check(text)
      // Standard output may be a file; the sequence must reach the terminal.
      guard let device = FileHandle(forWritingAtPath: "/dev/tty") else { throw .noTerminal }
      let sequence = terminal.sequence(copying: text)
      do { try device.write(contentsOf: Data(sequence.utf8)) } catch { throw .noTerminal }
    }
  }

  private var desktopTool: [String]? {
    var tools: [[String]] = []
    if has("WAYLAND_DISPLAY") { tools.append(["wl-copy"]) }
    if has("DISPLAY") {
      tools += [["xclip", "-selection", "clipboard"], ["xsel", "--clipboard", "--input"]]
    }
    #if os(macOS)
      tools.append(["pbcopy"])
    #endif
    return search.first(of: tools)
  }

  private var multiplexer: [String]? {
    // -w also copies the buffer to the terminal that tmux runs in.
    has("TMUX") ? search.first(of: [["tmux", "load-buffer", "-w", "-"]]) : nil
  }

  private func has(_ name: String) -> Bool {
    variables[name]?.isEmpty == false
  }

  /// Pipes a text to a tool and waits for its exit; never call it in a loop that draws.
  ///
  /// - Parameters:
  ///   - text: The tool's input.
  ///   - words: The tool and its arguments.
  ///   - timeout: In seconds; tools that serve the text go to the background.
  /// - Throws: ``ClipboardError``.
  static func copy(
    _ text: String, by words: [String], within timeout: Double = 3
  ) throws(ClipboardError) {
    let tool = words.first ?? ""
    let (status, errors): (ExitStatus?, WakePipe)
    do throws(SystemError) {
      let file = try UnnamedFile(text)
      errors = try WakePipe()
      let child = try ChildProcess(
        words, in: .detached,
        replacing: [STDIN_FILENO: file.descriptor, STDERR_FILENO: errors.writing])
      status = child.wait(killingAfter: timeout)
    } catch {
      throw .notStarted(tool: tool, reason: error.reason)
    }
    guard let status else { throw .hanging(tool: tool, seconds: timeout) }
    guard !status.isSuccess else { return }
    // Not read to the end: a child that the tool leaves behind may keep it open forever.
    let said = String(decoding: errors.drain(), as: UTF8.self).split(separator: "\n").first
    let first = said.map { String($0).printable() } ?? ""
    throw .failed(tool: tool, ending: status.words, words: first)
  }
}

/// An error of copying a text to the clipboard.
package enum ClipboardError: Error, Sendable, Hashable {
  /// There is no desktop, or no clipboard tool for it.
  case noDesktopTool
  /// The process does not run inside tmux, or there is no program `tmux`.
  case noMultiplexer
  /// The text exceeds the limit of terminals, in bytes.
  case tooLong(limit: Int)
  /// There is no terminal.
  case noTerminal
  /// The tool did not start; the system's reason.
  case notStarted(tool: String, reason: String)
  /// The tool timed out.
  case hanging(tool: String, seconds: Double)
  /// The tool failed; its exit status and first line on standard error.
  case failed(tool: String, ending: String, words: String)

  /// The error message, with what to do about it.
  package var message: String {
    "Not copied: " + reason
  }

  private var reason: String {
    switch self {
    case .noDesktopTool:
      "there is no wl-copy, xclip or xsel for a running desktop; set clipboard to “auto”"
    case .noMultiplexer: "tmux does not run here; set clipboard to “auto”"
    case .tooLong(let limit):
      "terminals take \(limit) bytes at most; use a clipboard tool, or | to a command"
    case .noTerminal: "no terminal and no clipboard tool"
    case .notStarted(let tool, let reason): "“\(tool)” did not start (\(reason))"
    case .hanging(let tool, let seconds): "“\(tool)” did not end within \(Int(seconds)) s"
    case .failed(let tool, let ending, let words):
      "“\(tool)” \(ending)" + (words.isEmpty ? "" : ": \(words)")
    }
  }
}
