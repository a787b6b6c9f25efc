import InboxText
import InboxCore

/// An error in a typed line, with its column.
package struct PromptError: Error, Sendable, Hashable {
  /// The character at fault, from 1.
  package var column: Int
  /// What is wrong and what was expected.
  package var message: String

  /// Makes an error.
  package init(column: Int, message: String) {
    self.column = column
    self.message = message
  }

  /// Says that a name is unknown, with the nearest one; where none is near, with all if they are
  /// few.
  init(column: Int, unknown kind: String, _ name: String, among known: [String]) {
    let hint = NearestName.hint(NearestName.nearest(to: name, in: known))
    let all = known.count <= 6 ? "; expected \(known.alternatives)" : ""
    self.init(
      column: column,
      message: "unknown \(kind) '\(name.printable())'" + (hint.isEmpty ? all : hint))
  }
}

extension PromptError {
  /// The error of an empty reply, which answers nothing.
  static func emptyReply(_ keymap: Keymap) -> PromptError {
    let key = keymap.names(of: .typing(.cancel), in: .prompt).first
    let way = key.map { "; \($0) leaves the question open" } ?? ""
    return PromptError(column: 1, message: "an empty reply is not sent" + way)
  }
}
