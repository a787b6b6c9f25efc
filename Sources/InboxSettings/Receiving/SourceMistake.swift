import InboxTOML

/// A part of the configuration with a mistake in it, whose source is not started by what is left of it.
package struct SourceMistake: Sendable, Hashable {
  /// The part, as messages name it: `http`, `desktop`, `command[1]`.
  package var part: String
  /// What is wrong with it: `path:line:column: message`.
  package var message: String
}

extension TOMLFile<ReceivingSettings> {
  /// The parts with mistakes, in the order of the text; none of a file that is not read at all.
  package var mistakes: [SourceMistake] {
    var mistakes: [SourceMistake] = []
    for error in errors where !error.isFatal {
      let part = error.path.source
      if mistakes.contains(where: { $0.part == part }) { continue }
      mistakes.append(SourceMistake(part: part, message: error.description))
    }
    return mistakes
  }
}

extension TOMLPath {
  /// The table of one source that a path leads into, or the section of all.
  fileprivate var source: String {
    let table = components.prefix(2)
    guard case .index = table.last else { return TOMLPath(Array(table.prefix(1))).description }
    return TOMLPath(Array(table)).description
  }
}
