import Foundation
import InboxCore
import InboxText

extension UIState {
  /// The split between the list and its preview; nil where there is no preview.
  var split: PreviewSplit? {
    PreviewSplit(
      of: size, by: preview.choice ?? preferences.preview, preview.fractions,
      textColumns: preferences.readerWidth)
  }

  /// The split as it is seen: an empty list leaves nothing to preview.
  var shownSplit: PreviewSplit? {
    screen.isList && !list.snapshot.rows.isEmpty ? split : nil
  }

  /// Places, resizes or scrolls the preview.
  mutating func preview(_ command: Command.Previewing, at now: Date) -> [Effect] {
    if command == .preview { return cyclePreview(at: now) }
    guard split != nil else {
      let key = keymap.names(of: .previewing(.preview), in: context).first
      showStatus(.previewOff(key: key), at: now)
      return []
    }
    switch command {
    case .preview: break
    case .previewLarger: return movePreviewBorder(by: 1)
    case .previewSmaller: return movePreviewBorder(by: -1)
    case .previewDown: scrollPreview(.moveDown, at: now)
    case .previewUp: scrollPreview(.moveUp, at: now)
    case .previewPageDown: scrollPreview(.pageDown, at: now)
    case .previewPageUp: scrollPreview(.pageUp, at: now)
    }
    return []
  }

  /// Goes on to the next choice that looks different on this screen.
  private mutating func cyclePreview(at now: Date) -> [Effect] {
    let present = preview.choice ?? preferences.preview
    let next = present.others.first { choice in
      PreviewSplit(
        of: size, by: choice, preview.fractions, textColumns: preferences.readerWidth) != split
    }
    guard let next else {
      showStatus(.noPreviewRoom, at: now)
      return []
    }
    preview.choice = next
    showStatus(.preview(next), at: now)
    return layOutAgain()
  }

  private mutating func movePreviewBorder(by steps: Int) -> [Effect] {
    resizePreview(by: split?.fraction(on: size, steps: steps))
  }

  /// Gives the preview another fraction of the content; nil leaves it as it is.
  mutating func resizePreview(by fraction: Double?) -> [Effect] {
    guard let split, let fraction else { return [] }
    preview.fractions[split.side] = fraction
    return layOutAgain()
  }

  private mutating func layOutAgain() -> [Effect] {
    layOut()
    return list.readAtMargin(in: listLayout)
  }

  private mutating func scrollPreview(_ motion: Command.Motion, at now: Date) {
    guard let split else { return }
    let before = preview.reader?.scroll
    preview.move(motion, in: split.preview)
    guard preview.reader?.scroll == before else { return }
    let isDown = motion == .moveDown || motion == .pageDown
    showStatus(.previewAtEnd(isDown ? .forward : .backward), at: now)
  }
}

extension UIState {
  /// Lets the preview follow the cursor after an event.
  mutating func followPreview(_ event: Event, at now: Date) {
    guard screen.isList else { return preview.rest() }
    let number = split == nil ? nil : list.selected
    preview.follow(number, at: now)
    switch event {
    case .key, .mouse:
      let seen = list.foldedGroup == nil ? number : nil
      preview.look(at: seen, for: preferences.previewReadsAfter, at: now)
    default: break
    }
  }

  /// What is due by the clock: the message under the cursor is read, or was seen for long enough.
  mutating func previewEffects(at now: Date) -> [Effect] {
    guard screen.isList, split != nil else { return [] }
    let due = preview.takeDue(list.selected, at: now).map { [Effect.fetch([$0], .preview)] } ?? []
    guard preview.takeSeen(list.selected, at: now), let row = list.selectedRow,
      list.status(of: row) == .unread
    else { return due }
    return due + record(.numbers([row.number]), of: [row])
  }

  /// When the preview changes by itself.
  func previewDeadlines(at now: Date) -> [Date] {
    guard let split else { return [] }
    let times = preview.reader?.visibleTimes(in: split.preview) ?? []
    return [preview.readAt, preview.readingEnd(of: list.selected)].compactMap(\.self)
      + times.map { RelativeTime.nextChange(from: $0.date, now: now) }
  }

  /// Takes in the message that the preview shows; nil where it is gone.
  mutating func receivePreview(_ message: Message?, numbered number: MessageNumber) {
    if let split { preview.receive(message, numbered: number, in: split.preview) }
  }

  /// How far the preview is scrolled; empty when all of the message is in sight.
  func previewScrollLabel(in split: PreviewSplit) -> String {
    preview.reader?.scrollLabel(in: split.preview) ?? ""
  }
}
