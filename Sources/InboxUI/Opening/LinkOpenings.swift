import InboxCore

/// The links being opened: their launches are in flight.
struct LinkOpenings: Sendable, Hashable {
  private struct Opening: Hashable {
    var number: MessageNumber
    var launch: Launch
  }

  /// The actions whose outcomes are awaited.
  var actions: [WaitingAction] = []
  private var running: [Opening] = []
  private var isCopyingInstead = false

  /// Opens the taps that the host left: launches links, shows other messages.
  ///
  /// - Parameters:
  ///   - left: The taps that the host did not handle.
  ///   - taps: All taps.
  ///   - list: The list on top, which shows the opened messages as read.
  ///   - context: The context of the screen.
  /// - Returns: The reply.
  mutating func run(
    _ left: [Tap], of taps: [Tap], in list: inout ListState, _ context: PartContext
  ) -> Reply {
    let remaining = Set(left.map(\.number))
    let handled = taps.filter { $0.action == nil && !remaining.contains($0.number) }
    return Reply(effects: list.opened(handled.map(\.number)))
      .followed(by: run(left, in: &list, context))
  }

  private mutating func run(
    _ taps: [Tap], in list: inout ListState, _ context: PartContext
  ) -> Reply {
    guard let first = taps.first else { return Reply() }
    let links = TapLinks(of: taps, allowing: context.preferences.linkSchemes)
    guard !links.isEmpty else {
      return taps.count == 1 ? show(first, in: &list) : Reply(status: .noneHasLink)
    }
    var reply = Reply(status: links.problem ?? links.omission)
    if !links.asking.isEmpty {
      let question = ConfirmState(.launch(links.asking), about: links.asking.map(\.number))
      reply.overlay = .question(question)
    }
    reply.effects = launch(links, in: &list, context.preferences)
    return reply
  }

  /// Shows the thread of a tap without a link, or offers the links of its message.
  private func show(_ tap: Tap, in list: inout ListState) -> Reply {
    if tap.action != nil { return Reply() }
    if case .thread(let thread) = tap.behavior {
      return Reply(effects: list.opened([tap.number]), messages: [.goToThread(thread, from: nil)])
    }
    return Reply(effects: [.fetch([tap.number], .links)])
  }

  /// Launches links; their messages are pending until a program has opened them.
  mutating func launch(
    _ links: TapLinks, in list: inout ListState, _ preferences: ScreenPreferences
  ) -> [Effect] {
    links.launches(preferences).map { tap, launch in
      // The choice of an action is recorded as its own change.
      if tap.action == nil {
        running.append(Opening(number: tap.number, launch: launch))
        list.expectOpening(of: [tap.number])
      }
      return .host(.launch(launch))
    }
  }

  /// Marks a message opened when its launch succeeds; without an opener, copies the link instead.
  mutating func receive(
    _ result: HostResult, of launch: Launch, on stack: inout ScreenStack, _ context: PartContext
  ) -> Reply {
    if case .noOpener = result { return copyInstead(launch, on: &stack, context) }
    let note: StatusText? = if case .noted(let text) = result { .note(text) } else { nil }
    let opened = take(launch).map { [Effect.perform(.open(.inbox), .numbers([$0]))] }
    return Reply(effects: opened ?? [], status: note)
  }

  /// Ends a failed launch; its message is unchanged.
  mutating func abandon(_ launch: Launch, on stack: inout ScreenStack) {
    if let number = take(launch) { stack.changeEnded([number]) }
  }

  /// Copies links that no program here opens, to paste on a machine with a browser.
  private mutating func copyInstead(
    _ launch: Launch, on stack: inout ScreenStack, _ context: PartContext
  ) -> Reply {
    abandon(launch, on: &stack)
    isCopyingInstead = true
    switch launch {
    case .open(let links, _), .browse(let links, _, _):
      let text = links.map(\.text).joined(separator: "\n")
      return Reply(effects: [CopyText(text: text, choice: context.preferences.clipboard).effect])
    case .pipe, .run: return Reply()
    }
  }

  /// Removes a launch; returns its message.
  private mutating func take(_ launch: Launch) -> MessageNumber? {
    let index = running.firstIndex { $0.launch == launch }
    return index.map { running.remove(at: $0).number }
  }

  /// Whether the last copied text was a link without an opener; resets the flag.
  mutating func takeIsInstead() -> Bool {
    defer { isCopyingInstead = false }
    return isCopyingInstead
  }
}

extension ListState {
  /// Marks messages opened that were shown, or that the host opened.
  fileprivate mutating func opened(_ numbers: [MessageNumber]) -> [Effect] {
    guard !numbers.isEmpty else { return [] }
    expectOpening(of: numbers)
    return [.perform(.open(.inbox), .numbers(numbers))]
  }

  fileprivate mutating func expectOpening(of numbers: [MessageNumber]) {
    for row in snapshot.rows where numbers.contains(row.number) {
      expect(.open(.inbox), on: row)
    }
  }
}

extension ScreenStack {
  /// Opens the reader's links, the marked messages, or the one at the cursor; many need a
  /// confirmation.
  mutating func open(_ context: PartContext) -> Reply {
    if standsForSeveral { return refuseGroup(context) }
    if top == .reader, let reader, let message = reader.message, message.tap != .app,
      reader.hasLinks
    {
      return NumberedLinks(of: message).open(in: context)
    }
    let taps = targets.sorted { $0.number < $1.number }
      .map { Tap(number: $0.number, behavior: $0.tap) }
    guard taps.count <= context.preferences.openLimit else {
      return Reply(overlay: .question(ConfirmState(.open(taps), about: taps.map(\.number))))
    }
    return open(taps)
  }

  /// Opens messages, unless the host handles them; they are then marked opened.
  mutating func open(_ taps: [Tap]) -> Reply {
    guard !taps.isEmpty else { return Reply() }
    if top != .reader { list.unmark(taps.map(\.number)) }
    return Reply(effects: [DecideTaps(taps).effect])
  }
}
