import Foundation
import InboxText

/// A wording table: the cases of an enumeration by name, each with its words for sample data.
package struct WordingTable {
  /// A row: a case with its words.
  package struct Row {
    /// The name of the case.
    package let name: String
    /// Its words.
    package let words: String
    /// Whether they tell of an error, which may take several lines.
    package let isError: Bool

    /// Makes a row of a case.
    package init(_ sample: some Any, _ words: String, isError: Bool = false) {
      name = Mirror(reflecting: sample).children.first?.label ?? "\(sample)"
      self.words = words
      self.isError = isError
    }
  }

  /// Columns of the status line on the narrowest common screen, without its margins.
  private static let columns = 78
  /// How many lines an error has at most.
  private static let errorLines = 2

  private let title: String
  private let rows: [Row]

  /// Makes a table.
  package init(_ title: String, _ rows: [Row]) {
    self.title = title
    self.rows = rows
  }

  /// The names of the cases that have a row.
  package var names: Set<String> { Set(rows.map(\.name)) }

  /// All words on one page; an error has a mark.
  package var page: String {
    let width = rows.map(\.name.count).max() ?? 0
    let lines = rows.map { row in
      row.name.padding(toLength: width, withPad: " ", startingAt: 0)
        + (row.isError ? " ! " : "   ") + row.words
    }
    return ([title] + lines).map { $0 + "\n" }.joined()
  }

  /// What is wrong with the words, each with its row.
  package func problems(beginningWithNames named: Set<String> = []) -> [String] {
    rows.flatMap { row in
      Self.problems(of: row, beginsWithName: named.contains(row.name))
        .map { "\(row.name): \($0): \(row.words)" }
    }
  }

  private static func problems(of row: Row, beginsWithName: Bool) -> [String] {
    let words = row.words
    let sentences = words.split(separator: /[.?]\s/).count
    let quote = /"|‘|’|(?:^|[ (])'\S/
    let most = columns * (row.isError ? errorLines : 1)
    let rules: [(String, Bool)] = [
      ("begins in lower case", !beginsWithName && words.first?.isLowercase != false),
      ("ends in a period", sentences == 1 && words.hasSuffix(".")),
      ("has other quotes than “…”", words.contains(quote)),
      ("leaves a quote open", words.count { $0 == "“" } != words.count { $0 == "”" }),
      ("has blanks too many", words.contains("  ") || words != words.trimmed),
      ("has characters that do not print", words != words.printable()),
      ("has \(words.columns) columns", words.columns > most),
      ("has a key without a word", words.contains(/· \S+$/)),
    ]
    return rules.filter(\.1).map(\.0)
  }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}

extension WordingTable {
  /// The names of the cases that a source file declares in an enumeration.
  package static func cases(
    of type: String, in path: String, test: String = #filePath
  ) throws -> Set<String> {
    let root = test.components(separatedBy: "/Tests/")[0]
    let text = try String(contentsOfFile: "\(root)/Sources/\(path)", encoding: .utf8)
    let lines = text.components(separatedBy: "\n")
    guard let start = lines.firstIndex(where: { $0.contains("enum \(type):") }) else { return [] }
    let margin = String(lines[start].prefix { $0 == " " })
    let body = lines[(start + 1)...].prefix { $0 != margin + "}" }
    return Set(
      body.compactMap { line -> String? in
        guard let name = line.wholeMatch(of: /( *)(?:indirect )?case (\w+).*/),
          name.1 == margin + "  "
        else { return nil }
        return String(name.2)
      })
  }
}
