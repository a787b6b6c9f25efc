import InboxCore

/// Counts typed before a key.
extension UIState {
  /// Maximum number of repetitions by a count.
  private static let mostRepetitions = 200
  /// Maximum messages that a count changes without a question.
  private static let mostUnasked = 9

  /// Performs a command with a count: of repetitions, of messages, or a position.
  mutating func perform(_ command: Command, count: Int) -> [Effect] {
    if let effects = performOnSources(command, count: count) { return effects }
    stack.noteJump(command)
    if refuseInEmptyList(command) { return [] }
    switch command {
    case .moving(let motion): return move(motion, count: count)
    case .stepping(.nextUnread): return seek(.unread(.forward), count: count)
    case .stepping(.previousUnread): return seek(.unread(.backward), count: count)
    case .stepping(.screenTop), .stepping(.screenMiddle), .stepping(.screenBottom):
      return list.go(to: ScreenPlace(command, count: count), in: listLayout)
    case .finding(.nextMatch) where screen.isList:
      return seek(.match(.forward), count: count)
    case .finding(.previousMatch) where screen.isList:
      return seek(.match(.backward), count: count)
    case .reading(.view):
      return stack.jump(toRank: count, in: listLayout)
    case .acting(let acting) where screen.isList: return act(acting, count: count)
    case .acting(.undo), .acting(.redo), .stepping, .finding(.nextMatch), .finding(.previousMatch):
      return repeated(command, count: count)
    case .acting, .reading, .viewing, .previewing, .finding, .tabbing, .screen, .typing:
      return perform(command)
    }
  }

  /// Queues repetitions of a command; each waits for the answer to the previous one.
  private mutating func repeated(_ command: Command, count: Int) -> [Effect] {
    let times = min(count, Self.mostRepetitions)
    interaction.typeAhead.putBack(Array(repeating: .step(.command(command), on: nil), count: times))
    return []
  }

  private mutating func move(_ motion: Command.Motion, count: Int) -> [Effect] {
    guard screen.isList else { return scroll(motion, count: count) }
    if let end = motion.direction.flatMap(list.endStatus) { showStatus(end) }
    switch motion {
    case .moveDown: return list.step(to: count, in: listLayout)
    case .moveUp: return list.step(to: -count, in: listLayout)
    case .top, .bottom: return list.go(toRank: count, in: listLayout)
    case .pageDown, .pageUp, .halfPageDown, .halfPageUp:
      return repeated(.moving(motion), count: count)
    }
  }

  /// Scrolls reader or help by a repeated motion, or to a line.
  private mutating func scroll(_ motion: Command.Motion, count: Int) -> [Effect] {
    let isPlace = motion == .top || motion == .bottom
    var steps = Array(repeating: motion, count: min(count, 100_000))
    if isPlace { steps = [.top] + Array(repeating: .moveDown, count: steps.count - 1) }
    if screen == .help {
      let room = HelpRoom(self)
      for step in steps { stack.help?.move(step, in: room) }
    } else {
      let areas = areas
      for step in steps { reader?.move(step, in: areas) }
    }
    return []
  }

  /// Acts on a number of messages from the cursor on; marked messages take precedence.
  private mutating func act(_ command: Command.Acting, count: Int) -> [Effect] {
    if command == .undo || command == .redo { return repeated(.acting(command), count: count) }
    guard list.marks.isEmpty || command == .mark, let start = list.selectedIndex else {
      return act(command)
    }
    let rows = list.snapshot.rows[start...].prefix(count)
    guard rows.count == count || !list.snapshot.hasLater else {
      return showStatus(.tooFewAtHand(rows.count))
    }
    let hasFolded = rows.contains { list.foldedGroup(of: $0) != nil }
    let hasThread = command != .mark && rows.contains { $0.collapsedThread != nil }
    guard !hasFolded, !hasThread || command.changesMessages else {
      let key = partContext.screenKey(of: .reading(.view))
      return showStatus(hasFolded ? .foldedInTheWay(key: key) : .threadCollapsed(key: key))
    }
    if command == .mark { return list.mark(rows.map(\.number), in: listLayout) }
    let isMany = count > Self.mostUnasked && command.changesMessages
    if hasThread || isMany {
      // The marks show what the question is about.
      list.marks.markByCount(rows.map(list.target))
      if !hasThread, let question = stack.ask(aboutMarkedFor: command) { return take(question) }
      return act(command)
    }
    stack.boundTargets = rows.map(list.target)
    defer { stack.boundTargets = nil }
    return act(command)
  }
}
