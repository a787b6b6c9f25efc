/// All that keeps a text from being TOML, and what it says apart from that.
///
/// The parser stops at the first mistake. So the line of each is left out and the rest is read
/// again, as long as nothing but that line can depend on it.
public struct TOMLMending: Sendable {
  /// The mistakes in the order of their lines; at least one in a text that is no TOML.
  public private(set) var problems: [TOMLError] = []
  /// The text without the lines that are wrong; nil when no rest of it could be read.
  public private(set) var document: TOMLDocument?

  /// More would be a file of another kind.
  private static let mostProblems = 20

  /// Reads a text as far as it goes.
  public init(_ text: String) {
    let lines = text.split(omittingEmptySubsequences: false) { $0 == "\n" || $0 == "\r\n" }
    read(lines.map(String.init))
  }

  private mutating func read(_ text: [String]) {
    var lines = text
    while document == nil {
      do throws(TOMLError) {
        document = try TOMLDocument(parsing: lines.joined(separator: "\n"))
      } catch {
        guard let line = error.line, line > problems.last?.line ?? 0, lines.indices ~= line - 1
        else {
          if problems.isEmpty { problems = [error] }
          return leaveOff(before: lines.dropFirst(problems.last?.line ?? lines.count))
        }
        problems.append(error)
        guard error.kind != .syntax(TOMLSyntax.openArray), Self.standsAlone(lines[line - 1]),
          problems.count < Self.mostProblems
        else { return leaveOff(before: lines.dropFirst(line)) }
        lines[line - 1] = ""
      }
    }
  }

  /// Says that the rest was not read, if there is any.
  private mutating func leaveOff(before rest: ArraySlice<String>) {
    guard rest.contains(where: { $0.contains { !$0.isWhitespace } }) else { return }
    problems.append(TOMLError(line: problems.last?.line, kind: .restUnread))
  }

  /// Whether a line neither names a table nor begins a value that goes on below.
  private static func standsAlone(_ line: String) -> Bool {
    !line.contains("[") && !line.contains("{") && !line.contains("\"\"\"") && !line.contains("'''")
  }
}
