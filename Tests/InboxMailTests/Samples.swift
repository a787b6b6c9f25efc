import Foundation
import InboxTestSupport

/// The rows of a file of `Samples`: its cells stand between arrows, with `\n` for a line's end.
func rows(of name: String) -> [[String]] {
  let folder = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Samples")
  let file = folder.appending(path: name + ".txt")
  return must { try String(contentsOf: file, encoding: .utf8) }.split(separator: "\n")
    .map { $0.replacing("\\n", with: "\n").components(separatedBy: " => ") }
}
