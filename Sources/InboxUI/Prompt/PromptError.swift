import InboxText
import InboxCore

/// An error in a typed line, with its column.
package struct PromptError: Error, Sendable, Hashable {
  /// The column, from 1.
  package var column: Int
  /// The problem and the expected input.
  package var message: String

  package init(column: Int, message: String) {
    self.column = column
    self.message = message
  }

  /// Creates the error of an unknown name, with the nearest one, else with all if they are few.
  init(column: Int, unknown kind: String, _ name: String, among known: [String]) {
    let hint = NearestName.hint(NearestName.nearest(to: name, in: known))
    let all = known.count <= 6 ? "; expected \(known.alternatives)" : ""
    self.init(
      column: column,
      message: "unknown \(kind) '\(name.printable())'" + (hint.isEmpty ? all : hint))
  }
}

extension PromptError {
  /// The error of an empty reply, which is not sent.
  static func emptyReply(_ keymap: Keymap) -> PromptError {
    let key = keymap.names(of: .typing(.cancel), in: .prompt).first
    let way = key.map { "; \($0) leaves the question open" } ?? ""
    return PromptError(column: 1, message: "an empty reply is not sent" + way)
  }
}
