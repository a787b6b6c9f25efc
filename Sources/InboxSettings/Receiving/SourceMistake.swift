import InboxTOML

/// A part of the configuration with a mistake, whose source is not started.
package struct SourceMistake: Sendable, Hashable {
  /// The name of the part: `http`, `desktop`, `command[1]`.
  package var part: String
  /// The mistake: `path:line:column: message`.
  package var message: String
}

extension TOMLFile<ReceivingSettings> {
  /// The parts with mistakes, in the order of the text; empty for an unreadable file.
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
  /// The table or section of the source that a path belongs to.
  fileprivate var source: String {
    let table = components.prefix(2)
    guard case .index = table.last else { return TOMLPath(Array(table.prefix(1))).description }
    return TOMLPath(Array(table)).description
  }
}
