import InboxCore

/// What hides messages for a while, or keeps their source quiet.
extension ScreenStack {
  /// Offers moments until which the present messages can be hidden, or the end of their snooze.
  func offerSnoozes(_ context: PartContext) -> Reply {
    if let refusal = snoozeRefusal { return Reply(status: refusal) }
    return offerSnoozes(of: targetNumbers, targets, context)
  }

  /// Offers the ends that a snooze of messages can have, by the states of those at hand.
  func offerSnoozes(
    of numbers: [MessageNumber], _ states: [ActionTarget], _ context: PartContext,
    status: StatusText? = nil
  ) -> Reply {
    guard !numbers.isEmpty else { return Reply(status: .noMessage(to: .snooze)) }
    let menu = SnoozeMenu.menu(for: numbers, states, showsSnoozed: list.showsSnoozed, in: context)
    return Reply(status: status, overlay: .menu(menu))
  }

  /// Why none of the present messages can be hidden; nil where one can.
  private var snoozeRefusal: StatusText? {
    guard !targetNumbers.isEmpty else { return .noMessage(to: .snooze) }
    let targets = targets
    guard !targets.isEmpty, targets.allSatisfy({ $0.status == .deleted }) else { return nil }
    return .trashNotSnoozed
  }

  /// Snoozes until an end of the menu; a time that has passed meanwhile is offered anew.
  mutating func snooze(
    _ numbers: [MessageNumber], until end: SnoozeEnd, in context: PartContext
  ) -> Reply {
    guard case .date(let date) = end, date <= context.now else {
      return change(numbers, by: .snooze(until: end), in: context)
    }
    return offerSnoozes(of: numbers, [], context, status: .momentPassed)
  }

  /// Snoozes the present messages until an end that was typed.
  ///
  /// - Throws: ``PromptError`` for one that cannot be read or has passed.
  mutating func snoozeTargets(
    until argument: LineArgument, in context: PartContext
  ) throws(PromptError) -> Reply {
    guard !standsForSeveral else {
      let end = try argument.snoozeEnd(at: context.now, in: context.zone)
      return changeTargets(by: .snooze(until: end), in: context)
    }
    if let refusal = snoozeRefusal { return Reply(status: refusal) }
    return try snooze(targetNumbers, until: argument, in: context)
  }

  /// Snoozes messages until an end that was typed.
  ///
  /// - Throws: ``PromptError`` for one that cannot be read or has passed.
  mutating func snooze(
    _ numbers: [MessageNumber], until argument: LineArgument, in context: PartContext
  ) throws(PromptError) -> Reply {
    guard !numbers.isEmpty else { return Reply() }
    let end = try argument.snoozeEnd(at: context.now, in: context.zone)
    return change(numbers, by: .snooze(until: end), in: context)
  }

  /// Offers what can be done with all that is like the present message.
  func offerNarrowing(_ context: PartContext) -> Reply {
    offer(context) { CheckConsent(row: $0).effect }
  }

  /// Requests what is offered for the present message, unless it stands for several sources.
  func offer(_ context: PartContext, by request: (MessageRow) -> Effect) -> Reply {
    guard let row = currentRow else { return Reply(status: .listEmpty) }
    let group = top.isList ? list.targetGroup : nil
    guard group.map({ $0.isOfOneSource || $0.isThread }) ?? true else {
      return refuseGroup(context)
    }
    return Reply(effects: [request(row)])
  }

  /// Mutes or unmutes the source of the present message.
  func mute(_ change: MuteChange, _ context: PartContext) -> Reply {
    guard let row = currentRow else { return offerNarrowing(context) }
    let group = top.isList ? list.targetGroup : nil
    guard group?.isOfOneSource ?? true else { return refuseGroup(context) }
    return Reply(effects: [ChangeMute(subject: .source(row.source), change: change).effect])
  }
}
