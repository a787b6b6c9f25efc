import Foundation
import InboxCore

extension UIState {
  /// Whether input has to wait, as it would act on what an answer is about to change.
  var isAwaitingAnswer: Bool {
    !isTypingLive && list.isAwaitingAnswer || interaction.awaitedStep != nil || isAwaitingInbox
      || prompting.titles?.isAccepted == true || interaction.chainedProgram != nil
      || (interaction.typeAhead.needsRows && list.isWaiting)
  }

  /// Takes input in its order: behind what waits, and not before the answer that it waits for.
  mutating func receive(_ input: TypeAhead.Input, at now: Date) -> [Effect] {
    if case .key(let key) = input, overtakes(key, at: now) { return overtake(with: key, at: now) }
    guard interaction.typeAhead.isEmpty, !isAwaitingAnswer else {
      interaction.typeAhead.add(input)
      return []
    }
    return take(input, at: now)
  }

  /// Requests the next piece of the input that waits, after the effects that were asked for before.
  ///
  /// One piece at a time: the effects of each are performed before the next one acts.
  mutating func resumeTypeAhead(at now: Date) -> [Effect] {
    let isWaiting = isAwaitingAnswer
    interaction.typeAhead.note(isWaiting: isWaiting, at: now)
    return !isWaiting && interaction.typeAhead.release() ? [.pane(.releaseInput)] : []
  }

  /// Takes the next piece of input that waits.
  mutating func takeReleased(at now: Date) -> [Effect] {
    interaction.typeAhead.endRelease()
    guard !isAwaitingAnswer, let input = interaction.typeAhead.takeNext() else { return [] }
    return take(input, at: now)
  }

  /// Lets a command wait for the rows that it leads to; what is typed after it follows.
  mutating func wait(with command: Command) -> [Effect] {
    interaction.typeAhead.putBack([.command(command)])
    return []
  }

  /// What the status line shows while typed keys wait; nil when none do.
  var waitingStatus: StatusMessage? {
    // The status says which inbox is being opened.
    guard isAwaitingAnswer, !isAwaitingInbox, interaction.typeAhead.count > 0 else { return nil }
    return StatusMessage(.keysWait(interaction.typeAhead.count, for: awaited), at: .distantPast)
  }

  private var awaited: StatusText.Awaited {
    if list.isSeeking { return .search }
    if interaction.chainedProgram != nil { return .program }
    return interaction.awaitedStep.map { $0 == .undo ? .undo : .redo } ?? .list
  }

  /// Drops the input that waits, as what it was meant for is not there; the status says so.
  mutating func dropTypeAhead(at now: Date) {
    let count = interaction.typeAhead.drop()
    guard count > 0 else { return }
    showStatus(.keysDropped(count, after: status?.content), at: now)
  }

  private mutating func take(_ input: TypeAhead.Input, at now: Date) -> [Effect] {
    switch input {
    case .key(let key): return press(key, at: now)
    case .command(let command): return perform(command, at: now)
    case .step(let binding, let targets):
      return targets.map { perform(step: binding, on: $0, at: now) } ?? perform(binding, at: now)
    case .pasted(let text):
      return paste(text, at: now)
    }
  }
}

extension UIState {
  /// Whether a key acts before those that wait.
  ///
  /// C-c and C-g give the wait up at once. A key such as Esc also means something on the screen,
  /// and may have been typed ahead with the others, unless the answer is late. While another inbox
  /// is being opened, the key that quits the program is the only one that does not wait.
  private func overtakes(_ key: Key, at now: Date) -> Bool {
    guard isAwaitingAnswer else { return false }
    if isAwaitingInbox { return keymap.command(for: key, in: context) == .reading(.quit) }
    let command = keymap.command(for: key, in: context(of: screen))
    guard keymap.command(for: key, in: .prompt) == .typing(.cancel) else { return false }
    return command == nil || command == .screen(.interrupt) || interaction.typeAhead.isLate(at: now)
  }

  /// Gives the wait up; where it cannot be given up, the key acts on the screen as it is.
  private mutating func overtake(with key: Key, at now: Date) -> [Effect] {
    guard !isAwaitingInbox else { return press(key, at: now) }
    if prompting.titles?.isAccepted == true {
      endTitleSearch()
      _ = interaction.typeAhead.drop()
      return []
    }
    let step = interaction.awaitedStep
    (interaction.awaitedStep, interaction.chainedProgram) = (nil, nil)
    status = nil
    let stopped = list.isLoaded ? list.stopWaiting() : nil
    if let status = stopped ?? step.map(StatusText.notAwaited) {
      showStatus(status, at: now)
      dropTypeAhead(at: now)
      return []
    }
    _ = interaction.typeAhead.drop()
    return press(key, at: now)
  }
}

/// A request to be given the next piece of the input that waits.
package struct ReleaseInput: Request {
  /// Makes a request.
  package init() {}

  package var effect: Effect { .pane(.releaseInput(self)) }
  package func answered(_: Void) -> AnsweredRequest { .releasedInput }
}

extension PaneRequest {
  /// Hands the next piece of the input that waits back in.
  package static var releaseInput: PaneRequest { .releaseInput(ReleaseInput()) }
}
