import Foundation
import InboxCore
import InboxText

/// A request to perform an action that sends a request or runs a command.
struct AskForAction: StoreRequest {
  let number: MessageNumber
  let action: MessageAction
  /// What the person saw of it, by `Message.digest(of:)`.
  var seen: String?
  /// Whether the person allows the actions of the source.
  var consents = false

  var turn: RequestTurn { .inOrder }

  func perform(in context: RequestContext) throws -> ActionAsking {
    try context.inbox.ask(for: action.id, of: number, seen: seen, consenting: consents)
  }

  func receive(_ asking: ActionAsking, in state: inout UIState) {
    let label = TextLayout.oneLine(action.label, columns: 200)
    switch asking {
    case .asked(let id):
      state.openings.actions.append(WaitingAction(id: id, label: label, askedAt: state.now))
      state.showStatus(.actionAsked(label))
      state.effects.append(FindDaemon(label: label).effect)
    case .isPerformed: state.showStatus(.actionAsked(label))
    case .waits: state.overlays.question = ConfirmState(.takeBack(self), about: [number])
    case .needsConsent(let source):
      state.overlays.question = ConfirmState(.allowActions(self, source: source), about: [number])
    case .gone: state.showStatus(.noSuchAction(label))
    }
  }
}

/// A request to take back an action that waits for the daemon.
struct TakeBackAction: StoreRequest {
  let asked: AskForAction

  var turn: RequestTurn { .inOrder }

  func perform(in context: RequestContext) throws -> Bool {
    try context.inbox.takeBack(action: asked.action.id, of: asked.number)
  }

  func receive(_ isTakenBack: Bool, in state: inout UIState) {
    let label = TextLayout.oneLine(asked.action.label, columns: 200)
    state.showStatus(isTakenBack ? .actionTakenBack(label) : .actionAsked(label))
  }
}

/// A request for a shell script that starts the daemon; nil while it runs, and where none can be
/// started.
package struct FindDaemon: Request {
  /// The action that it is to perform.
  package let label: String

  package var effect: Effect { .pane(.findDaemon(self)) }

  package func receive(_ script: String?, in state: inout UIState) {
    guard let script else { return }
    state.overlays.question = ConfirmState(.startDaemon(label, script: script), about: [])
  }
}

/// An action whose outcome the screen awaits.
struct WaitingAction: Sendable, Hashable {
  let id: Int64
  let label: String
  let askedAt: Date
  /// Whether the person was told that nobody performs it.
  var isTold = false

  /// Seconds after which nobody seems to perform it.
  private static let patience = 2.0

  /// When to look whether somebody performs it; nil once that was done.
  var deadline: Date? { isTold ? nil : askedAt.addingTimeInterval(Self.patience) }
}

/// A look at how far an action is.
private struct CheckAction: StoreRequest {
  let id: Int64

  func perform(in context: RequestContext) throws -> ActionProgress? {
    try context.inbox.progress(ofAction: id)
  }

  func receive(_ progress: ActionProgress?, in state: inout UIState) {
    guard let index = state.openings.actions.firstIndex(where: { $0.id == id }) else { return }
    let action = state.openings.actions[index]
    switch progress {
    case .ended(let outcome):
      state.openings.actions.remove(at: index)
      state.showStatus(.actionEnded(action.label, outcome))
    case .waiting where action.deadline.map { $0 <= state.now } ?? false:
      state.openings.actions[index].isTold = true
      state.showStatus(.actionWaits(action.label))
    case .waiting, .running: break
    case nil: state.openings.actions.remove(at: index)
    }
  }
}

extension LinkOpenings: ScreenPart {
  static func follow(_ event: Event, in state: inout UIState) {
    guard event.changesInbox else { return }
    state.effects += state.openings.actions.map { CheckAction(id: $0.id).effect }
  }

  static func deadlines(in state: UIState, at now: Date) -> [Date?] {
    state.openings.actions.map(\.deadline)
  }

  static func tick(in state: inout UIState) {
    let now = state.now
    let due = state.openings.actions.filter { $0.deadline.map { $0 <= now } ?? false }
    state.effects += due.map { CheckAction(id: $0.id).effect }
  }
}
