import Foundation
import InboxCore

extension UIState {
  /// The split between the list and its preview; nil where there is no preview.
  var split: PreviewSplit? { preview.split(in: environment) }

  /// The split as it is seen: an empty list leaves nothing to preview.
  var shownSplit: PreviewSplit? {
    screen.isList && !list.snapshot.rows.isEmpty ? split : nil
  }

  /// Gives the preview another fraction of the content; nil leaves it as it is.
  mutating func resizePreview(by fraction: Double?) -> [Effect] {
    preview.resize(to: fraction, in: environment) ? layOutAgain() : []
  }

  /// Notes that a person looks at the message under the cursor, which marks it read after a while.
  mutating func lookAtPreview(at now: Date) {
    guard screen.isList else { return }
    let seen = split == nil || list.foldedGroup != nil ? nil : list.selected
    preview.look(at: seen, for: preferences.previewReadsAfter, at: now)
  }

  /// Shows the message that was requested for the preview; nil where it is gone.
  mutating func receivePreview(_ message: Message?, numbered number: MessageNumber) {
    if let split { preview.receive(message, numbered: number, in: split.preview) }
  }

  /// Requests the message under the cursor once it is due, and marks it read once it was seen.
  mutating func previewEffects(at now: Date) -> [Effect] {
    guard screen.isList, split != nil else { return [] }
    let due = preview.takeDue(list.selected, at: now).map { [Effect.fetch([$0], .preview)] } ?? []
    guard preview.takeSeen(list.selected, at: now), let row = list.selectedRow,
      list.status(of: row) == .unread
    else { return due }
    return due + record(.numbers([row.number]), of: [row])
  }
}
