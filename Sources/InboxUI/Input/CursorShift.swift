import Foundation

/// What a key would act on, to notice that an event other than a key has changed it.
struct KeyTarget: Sendable, Hashable {
  /// Whether a menu or question is open; a prompt is only opened by a key.
  let isOnOverlay: Bool
  private var screen: Screen?
  /// The message, or the thread that its row stands for; nil for none.
  private(set) var item: ListMarks.Item?
  private var isFolded = false

  init(_ state: UIState) {
    isOnOverlay = state.menu != nil || state.overlays.question != nil
    guard !isOnOverlay else { return }
    let isList = state.screen.isList
    let row = isList ? state.list.selectedRow.map(state.list.target) : nil
    screen = state.screen
    item = row?.item ?? state.stack.currentNumber.map(ListMarks.Item.message)
    isFolded = isList && state.list.foldedGroup != nil
  }
}

/// When the cursor last came from one message to another without a key.
///
/// Nobody reacts faster than ``reaction``: a key that comes sooner was meant for what was there
/// before, so it does nothing.
struct CursorShift: Sendable, Hashable {
  /// Seconds that a person needs at least to see a change and press a key.
  static let reaction = 0.25

  private var last: Date?
  /// The time of the last key.
  var lastKey: Date?

  /// Records what another event than a key has led to; a menu that comes at once is expected.
  mutating func note(from before: KeyTarget, to after: KeyTarget, at now: Date) {
    guard before != after, before.item != nil || before.isOnOverlay != after.isOnOverlay else {
      return
    }
    let isExpected = after.isOnOverlay && !before.isOnOverlay && isRecent(lastKey, at: now)
    if !isExpected { last = now }
  }

  /// Whether nobody can have seen the last shift yet.
  func isUnseen(at now: Date) -> Bool { isRecent(last, at: now) }

  private func isRecent(_ time: Date?, at now: Date) -> Bool {
    time.map { abs(now.timeIntervalSince($0)) < Self.reaction } ?? false
  }
}

extension KeyBinding {
  /// Whether it changes or opens what is under the cursor.
  var usesTarget: Bool {
    switch self {
    case .command(let command): command.usesTarget
    case .pipe, .shell: true
    case .chain(let steps): steps.contains(where: \.usesTarget)
    case .line(let line): TypedCommand.usesTarget(line)
    }
  }
}

extension Command {
  /// Whether it changes or opens what is under the cursor.
  fileprivate var usesTarget: Bool {
    switch self {
    case .acting(let command): command.hasTargets || command == .save
    case .reading(.view), .reading(.open): true
    default: false
    }
  }
}

extension TypedCommand {
  /// Whether a line changes or opens what is under the cursor.
  static func usesTarget(_ line: String) -> Bool {
    guard let contexts = contexts(of: line), let context = contexts.first,
      let command = try? parse(line, in: context)
    else { return false }
    switch command {
    case .plain(let command): return command.usesTarget
    case .line(.snooze, _), .line(.mute, _), .line(.unmute, _): return true
    case .line(let command, let argument): return command.verb != nil && argument.text.isEmpty
    case .shell: return true
    case .rank, .write: return false
    }
  }
}
