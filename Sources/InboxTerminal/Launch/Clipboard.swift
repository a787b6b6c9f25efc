public import InboxUI

/// Chooses the way by which a copied text gets to where it can be pasted.
public struct Clipboard: Sendable {
  /// One way.
  public enum Way: Sendable, Hashable {
    /// A program that takes the text on its standard input.
    case tool([String])
    /// The terminal, by OSC 52.
    case terminal
  }

  /// How the terminal is asked.
  let terminal: OSC52
  private let variables: [String: String]
  private let search: ProgramSearch

  /// Chooses by the variables of the process; without any, the terminal is the way.
  public init(environment: [String: String]) {
    terminal = OSC52(variables: environment)
    variables = environment
    search = ProgramSearch(path: environment["PATH"])
  }

  /// The way that a person's choice means here.
  ///
  /// - Throws: ``ClipboardError`` when there is none.
  public func way(for choice: ClipboardChoice) throws(ClipboardError) -> Way {
    switch choice {
    case .auto: return (desktopTool ?? multiplexer).map(Way.tool) ?? .terminal
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
    // -w hands the buffer on to the terminal that tmux runs in.
    has("TMUX") ? search.first(of: [["tmux", "load-buffer", "-w", "-"]]) : nil
  }

  private func has(_ name: String) -> Bool {
    variables[name]?.isEmpty == false
  }
}
