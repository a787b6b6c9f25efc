import Foundation

/// Hands links to the person's opener, by an argument list and never through a shell.
public struct Launcher: Sendable {
  /// Programs that draw in the terminal themselves.
  private static let terminalPrograms: Set<String> = [
    "w3m", "lynx", "links", "links2", "elinks", "browsh", "carbonyl", "chawan", "cha",
  ]
  private static let schemes: Set<String> = ["http", "https", "mailto"]

  /// The program and its first arguments; the link follows.
  public var command: [String]

  /// Uses a program; the link is its last argument.
  public init(command: [String]) {
    self.command = command
  }

  /// Uses the first program of `BROWSER`, or what the system opens links with.
  ///
  /// - Parameter environment: The variables of the process.
  public init(environment: [String: String]) {
    let first = environment["BROWSER"]?.split(separator: ":").first
    let words = first.map { $0.split(separator: " ").map(String.init) } ?? []
    #if os(macOS)
      let system = "open"
    #else
      let system = "xdg-open"
    #endif
    // A link is always the last argument; a place for it elsewhere cannot be kept.
    let command = words.filter { $0 != "%s" }
    self.command = command.isEmpty ? [system] : command
  }

  /// Whether the program draws in the terminal, which has to be given back for it.
  public var needsTerminal: Bool {
    let name = command.first?.split(separator: "/").last.map(String.init) ?? ""
    return Self.terminalPrograms.contains(name)
  }

  /// Opens links one after the other; nil, or why the first that failed was not opened.
  public func open(_ links: [String]) -> String? {
    for link in links {
      if let problem = open(link) { return problem }
    }
    return nil
  }

  /// Whether a link is of a kind that is safe to hand on.
  ///
  /// It has to begin with its scheme, so it can never be taken for an option.
  public static func allows(_ link: String) -> Bool {
    guard let colon = link.firstIndex(of: ":") else { return false }
    return schemes.contains(link[..<colon].lowercased())
      && link.unicodeScalars.allSatisfy { $0.value > 0x20 && $0.value != 0x7F }
  }

  private func open(_ link: String) -> String? {
    guard Self.allows(link) else {
      return "Not opened: only http, https and mailto links are."
    }
    do throws(SystemProblem) {
      let child = try ChildProcess(command + [link], usesTerminal: needsTerminal)
      if needsTerminal { child.wait() } else { child.reapLater() }
      return nil
    } catch {
      let name = command.first ?? ""
      return error.code == ENOENT
        ? "Not opened: there is no program “\(name)”. Set BROWSER to one."
        : "Not opened: “\(name)” did not start (\(String(cString: strerror(error.code))))."
    }
  }
}
