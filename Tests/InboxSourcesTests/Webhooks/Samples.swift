import Foundation
import InboxTestSupport

/// The text of a file of `Samples`.
func samples(_ name: String) -> String {
  let target = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
  let file = target.appending(path: "Samples/\(name).txt")
  return must { String(try String(contentsOf: file, encoding: .utf8).dropLast()) }
}

/// The documents of a table, each below a line of cells; a dash is an empty one.
func documents(of table: String) -> [(cells: [String?], document: String)] {
  let lines = table.split(separator: "\n").map(String.init)
  return stride(from: 0, to: lines.count, by: 2).map { index in
    let cells = lines[index].replacing("\\n", with: "\n").components(separatedBy: " | ")
    return (cells.map { $0 == "-" ? nil : $0 }, lines[index + 1])
  }
}

/// Documents of each vendor's shapes, after its documentation; see ``MarkedDocument``.
enum VendorDocuments {
  /// The template, the event of the header, and the document.
  static let all: [(template: String, event: String, document: String)] =
    samples("kept").components(separatedBy: "\n\n").map { block in
      let parts = block.split(separator: "\n", maxSplits: 1).map(String.init)
      let names = parts[0].split(separator: " ").map(String.init)
      return (names[0], names.count > 1 ? names[1] : "", parts[1])
    }
}
