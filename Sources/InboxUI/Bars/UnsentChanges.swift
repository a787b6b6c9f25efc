import Foundation
import InboxCore

/// The changes that wait to be sent to other machines; nil for none.
struct ReadUnsentChanges: StoreRequest {
  func perform(in context: RequestContext) throws -> UnsentChanges? {
    try context.inbox.unsentChanges()
  }

  func receive(_ changes: UnsentChanges?, in state: inout UIState) {
    state.session.unsent.end()
    for place in state.stack.lists.indices { state.stack.lists[place].snapshot.unsent = changes }
  }

  func fail(in state: inout UIState) {
    state.session.unsent.end()
    let now = state.now
    state.list.snapshot.unsent?.readAt = now
  }
}

extension ReadUnsentChanges: ScreenPart {
  static func deadlines(in state: UIState, at now: Date) -> [Date?] {
    [state.session.unsent.next(state.list.snapshot.unsent?.nextRead, at: now)]
  }

  static func tick(in state: inout UIState) {
    let isDue = state.session.unsent.begin(state.list.snapshot.unsent?.nextRead, at: state.now)
    if isDue { state.effects.append(ReadUnsentChanges().effect) }
  }
}

extension UnsentChanges {
  /// Seconds after which they are shown.
  private static let longest = 30.0
  /// Seconds between reads while they are shown.
  private static let interval = 5.0

  /// Whether they had waited for long when they were read.
  var isLong: Bool { readAt.timeIntervalSince(since) >= Self.longest }

  /// When to read them again.
  var nextRead: Date {
    isLong ? readAt.addingTimeInterval(Self.interval) : since.addingTimeInterval(Self.longest)
  }
}
