import Foundation
import InboxCore
import InboxText

extension PreviewState {
  /// The split between list and preview; nil if there is no preview.
  func split(in environment: ScreenEnvironment) -> PreviewSplit? {
    split(by: choice ?? environment.preferences.preview, in: environment)
  }

  private func split(by choice: PreviewChoice, in environment: ScreenEnvironment) -> PreviewSplit? {
    PreviewSplit(
      of: environment.size, in: environment.listAreas, by: choice, fractions)
  }

  /// Performs a command that places, resizes or scrolls the preview.
  mutating func perform(_ command: Command.Previewing, in context: PartContext) -> Reply {
    let environment = context.environment
    if command == .preview { return showNextChoice(in: environment) }
    guard let split = split(in: environment) else {
      return Reply(status: .previewOff(key: context.key(of: .previewing(.preview))))
    }
    switch command {
    case .preview: return Reply()
    case .previewLarger, .previewSmaller:
      let steps = command == .previewLarger ? 1 : -1
      let fraction = split.fraction(steps: steps)
      return Reply(changesLayout: resize(to: fraction, in: environment))
    case .previewDown: return scroll(.moveDown, in: split)
    case .previewUp: return scroll(.moveUp, in: split)
    case .previewPageDown: return scroll(.pageDown, in: split)
    case .previewPageUp: return scroll(.pageUp, in: split)
    }
  }

  /// Unfolds or folds further fields in the preview.
  mutating func toggleFields(in context: PartContext) -> Reply {
    guard let split = split(in: context.environment) else {
      return Reply(status: .previewOff(key: context.key(of: .previewing(.preview))))
    }
    return ReaderState.reply(toFields: toggleFields(in: split.preview))
  }

  /// Resizes the preview; false if that changes nothing.
  mutating func resize(to fraction: Double?, in environment: ScreenEnvironment) -> Bool {
    guard let split = split(in: environment), let fraction else { return false }
    fractions[split.side] = fraction
    return true
  }

  /// Switches to the next placement that differs on this screen.
  private mutating func showNextChoice(in environment: ScreenEnvironment) -> Reply {
    let present = choice ?? environment.preferences.preview
    let shown = split(in: environment)
    let next = present.others.first { split(by: $0, in: environment) != shown }
    guard let next else { return Reply(status: .noPreviewRoom) }
    choice = next
    return Reply(status: .preview(next), changesLayout: true)
  }

  private mutating func scroll(_ motion: Command.Motion, in split: PreviewSplit) -> Reply {
    let before = reader?.scroll
    move(motion, in: split.preview)
    guard reader?.scroll == before else { return Reply() }
    let isDown = motion == .moveDown || motion == .pageDown
    return Reply(status: .previewAtEnd(isDown ? .forward : .backward))
  }

  /// The times at which the preview next changes by the clock.
  func deadlines(of selected: MessageNumber?, in split: PreviewSplit, at now: Date) -> [Date] {
    let times = reader?.visibleTimes(in: split.preview) ?? []
    return [readAt, readingEnd(of: selected)].compactMap(\.self)
      + times.map { RelativeTime.nextChange(from: $0, now: now) }
  }

  /// The scroll position of the preview; empty if all of the message is visible.
  func scrollLabel(in split: PreviewSplit) -> String {
    reader?.scrollLabel(in: split.preview) ?? ""
  }
}
