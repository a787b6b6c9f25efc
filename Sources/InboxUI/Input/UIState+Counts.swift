import Foundation
import InboxCore

extension UIState {
  /// Most times that a count repeats a command.
  private static let mostRepetitions = 200

  /// Performs a command with a count: so often, on so many messages, or at that place.
  mutating func perform(_ command: Command, count: Int, at now: Date) -> [Effect] {
    noteJump(command)
    if tellsEmptyList(command, at: now) { return [] }
    switch command {
    case .moving(let motion): return move(motion, count: count, at: now)
    case .stepping(.nextUnread): return seek(.unread(.forward), count: count, at: now)
    case .stepping(.previousUnread): return seek(.unread(.backward), count: count, at: now)
    case .stepping(.screenTop), .stepping(.screenMiddle), .stepping(.screenBottom):
      return list.go(to: ScreenPlace(command, count: count), in: listLayout)
    case .finding(.nextMatch) where screen.isList:
      return seek(.match(.forward), count: count, at: now)
    case .finding(.previousMatch) where screen.isList:
      return seek(.match(.backward), count: count, at: now)
    case .reading(.view):
      stack.jumps.leave(list.selected)
      return list.go(toRank: count, in: listLayout)
    case .acting(let acting) where screen.isList: return act(acting, count: count, at: now)
    case .acting(.undo), .acting(.redo), .stepping, .finding(.nextMatch), .finding(.previousMatch):
      return repeated(command, count: count)
    case .acting, .reading, .viewing, .previewing, .finding, .tabbing, .screen, .typing:
      return perform(command, at: now)
    }
  }

  /// Lets a command be performed several times, each after the answer to the one before.
  private mutating func repeated(_ command: Command, count: Int) -> [Effect] {
    let times = min(count, Self.mostRepetitions)
    interaction.typeAhead.putBack(Array(repeating: .step(.command(command), on: nil), count: times))
    return []
  }

  private mutating func move(
    _ motion: Command.Motion, count: Int, at now: Date
  ) -> [Effect] {
    guard screen.isList else { return scroll(motion, count: count) }
    if let direction = motion.direction { reportEnd(direction, at: now) }
    switch motion {
    case .moveDown: return list.step(to: count, in: listLayout)
    case .moveUp: return list.step(to: -count, in: listLayout)
    case .top, .bottom: return list.go(toRank: count, in: listLayout)
    case .pageDown, .pageUp, .halfPageDown, .halfPageUp:
      return repeated(.moving(motion), count: count)
    }
  }

  /// Scrolls a text by a motion several times, or to a line.
  private mutating func scroll(_ motion: Command.Motion, count: Int) -> [Effect] {
    let (areas, lines) = (screen == .help ? helpAreas : areas, helpLines)
    let isPlace = motion == .top || motion == .bottom
    var steps = Array(repeating: motion, count: min(count, 100_000))
    if isPlace { steps = [.top] + Array(repeating: .moveDown, count: steps.count - 1) }
    for step in steps {
      if screen == .help {
        help?.move(step, lines: lines, in: areas)
      } else {
        reader?.move(step, in: areas)
      }
    }
    return []
  }

  /// Acts on so many messages from the cursor on; marked ones go before.
  private mutating func act(_ command: Command.Acting, count: Int, at now: Date) -> [Effect] {
    if command == .undo || command == .redo { return repeated(.acting(command), count: count) }
    guard list.marked.isEmpty || command == .mark, let start = list.selectedIndex else {
      return act(command, at: now)
    }
    let rows = list.snapshot.rows[start...].prefix(count)
    guard rows.count == count || !list.snapshot.hasLater else {
      showStatus(.tooFewAtHand(rows.count), at: now)
      return []
    }
    guard !rows.contains(where: { list.foldedGroup(of: $0) != nil }) else {
      showStatus(.foldedInTheWay(key: unfoldingKey), at: now)
      return []
    }
    if command == .mark { return list.mark(rows.map(\.number), in: listLayout) }
    interaction.boundTargets = rows.map(list.target)
    defer { interaction.boundTargets = nil }
    return act(command, at: now)
  }
}
