import BellboardSupport
import Foundation
import InboxText

/// Asks the user questions on the terminal, each answered by one line.
struct SetupDialog {
  /// The output that questions are printed to.
  let output: StandardOutput

  /// Writes a text, wrapped to the terminal's width.
  func write(_ text: String) throws {
    let width = output.columns ?? 80
    for line in TextLayout.wrap(text.printable(), width: width, lines: .max) {
      try output.line(line)
    }
  }

  /// Asks until `complaint` has no error in the trimmed answer; Enter selects `usual`.
  func text(
    _ question: String, usual: String, complaint: (String) -> String? = { _ in nil }
  ) throws -> String {
    while true {
      let answer = try line(question, "[\(usual.printable())] ")
      guard !answer.isEmpty else { return usual }
      guard let problem = complaint(answer) else { return answer }
      try output.line("  \(problem.printable())")
    }
  }

  func isWanted(_ question: String, usual: Bool) throws -> Bool {
    while true {
      switch try line(question, usual ? "[Y/n] " : "[y/N] ").lowercased() {
      case "": return usual
      case "y", "yes": return true
      case "n", "no": return false
      default: try output.line("  y or n, please")
      }
    }
  }

  /// Prints a question and its default, and reads a line.
  private func line(_ question: String, _ usual: String) throws -> String {
    let width = max((output.columns ?? 80) - usual.columns - 2, 20)
    let lines = TextLayout.wrap(question.printable(), width: width, lines: .max)
    for line in lines.dropLast() { try output.line(line) }
    try output.write("\(lines.last ?? "") \(usual)")
    try output.flush()
    guard let line = readLine() else {
      try output.line("")
      throw Failure("the input ended; nothing was changed")
    }
    return line.trimmingCharacters(in: .whitespaces)
  }
}
