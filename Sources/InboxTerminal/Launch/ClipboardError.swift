/// Why a text could not be copied.
public enum ClipboardError: Error, Sendable, Hashable {
  /// No tool of the desktop is there, or no desktop.
  case noDesktopTool
  /// This is not inside tmux, or there is no program `tmux`.
  case noMultiplexer
  /// The text has more bytes than terminals take.
  case tooLong(limit: Int)
  /// There is no terminal to ask.
  case noTerminal
  /// The tool did not start; the text is the system's.
  case notStarted(tool: String, reason: String)
  /// The tool did not end in time.
  case hanging(tool: String, seconds: Double)
  /// The tool ended badly; what it wrote about it.
  case failed(tool: String, ending: String, words: String)
}

extension ClipboardError {
  /// What is wrong and what to do about it.
  public var message: String {
    "Not copied: " + reason
  }

  private var reason: String {
    switch self {
    case .noDesktopTool:
      "there is no wl-copy, xclip or xsel for a running desktop; set clipboard to \"auto\"."
    case .noMultiplexer: "tmux does not run here; set clipboard to \"auto\"."
    case .tooLong(let limit):
      "terminals take \(limit) bytes at most; use a clipboard tool, or | to a command."
    case .noTerminal: "there is no terminal here, nor a clipboard tool."
    case .notStarted(let tool, let reason): "“\(tool)” did not start (\(reason))."
    case .hanging(let tool, let seconds): "“\(tool)” did not end within \(Int(seconds)) s."
    case .failed(let tool, let ending, let words):
      "“\(tool)” \(ending)" + (words.isEmpty ? "." : ": \(words)")
    }
  }
}
