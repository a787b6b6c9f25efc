import Foundation
import InboxTestSupport

/// The rows of a file of `Samples`: its cells stand between arrows, and `#` begins a heading.
func rows(of name: String) -> [[String]] {
  let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Samples")
  let file = folder.appending(path: name + ".txt")
  return must { try String(contentsOf: file, encoding: .utf8) }.split(separator: "\n")
    .filter { !$0.hasPrefix("# ") }.map { $0.components(separatedBy: " => ") }
}
