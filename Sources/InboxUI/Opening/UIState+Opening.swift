import Foundation
import InboxCore

extension UIState {
  /// Opens what is marked, else the message at the cursor; many at once only after a question.
  mutating func open(at now: Date) -> [Effect] {
    if screen == .reader, let reader, let message = reader.message, message.tap != .app,
      reader.hasLinks
    {
      return take(NumberedLinks(of: message).open(in: partContext(at: now)), at: now)
    }
    let taps = targets.sorted { $0.number < $1.number }
      .map { Tap(number: $0.number, behavior: $0.tap) }
    guard taps.count <= preferences.openLimit else {
      confirmation = ConfirmState(
        action: .open(taps), selection: .numbers(taps.map(\.number)), count: taps.count)
      return []
    }
    return open(taps)
  }

  /// Does what opening does unless somebody else does it; what was opened is read and counted.
  mutating func open(_ taps: [Tap]) -> [Effect] {
    guard !taps.isEmpty else { return [] }
    if screen != .reader { list.unmark(taps.map(\.number)) }
    return [.pane(.decide(taps))]
  }

  /// Takes in what is left to open of some taps: the others have been opened by the host.
  mutating func run(_ left: [Tap], of taps: [Tap], at now: Date) -> [Effect] {
    let remaining = Set(left.map(\.number))
    let handled = taps.filter { $0.action == nil && !remaining.contains($0.number) }
    return opened(handled.map(\.number)) + run(left, at: now)
  }

  /// Does what opening does: links go out, other messages to their screen.
  private mutating func run(_ taps: [Tap], at now: Date) -> [Effect] {
    guard let first = taps.first else { return [] }
    let links = TapLinks(of: taps, allowing: preferences.linkSchemes)
    guard !links.isEmpty else { return taps.count == 1 ? show(first, at: now) : noLinks(at: now) }
    if let problem = links.problem ?? links.omission { showStatus(problem, at: now) }
    if !links.asking.isEmpty {
      confirmation = ConfirmState(
        action: .launch(links.asking), selection: .numbers(links.asking.map(\.number)),
        count: links.asking.count)
    }
    return launch(links)
  }

  /// Shows what a tap without a link is about.
  private mutating func show(_ tap: Tap, at now: Date) -> [Effect] {
    if tap.action != nil { return [] }
    if case .thread(let thread) = tap.behavior {
      return opened([tap.number]) + goToThread(thread)
    }
    return [.fetch([tap.number], .links)]
  }

  private mutating func noLinks(at now: Date) -> [Effect] {
    showStatus(.noneHasLink, at: now)
    return []
  }
}

extension UIState {
  /// Opens links; their messages are pending until a program has taken them.
  mutating func launch(_ links: TapLinks) -> [Effect] {
    links.launches(preferences).map { tap, launch in
      // An action that was chosen is counted by itself.
      if tap.action == nil {
        openings.add(launch, of: tap.number)
        expectOpening([tap.number])
      }
      return .host(.launch(launch))
    }
  }

  /// Counts a message as opened once a program has taken its link; without one, copies the link.
  mutating func receive(
    _ outcome: LaunchOutcome, of launch: Launch, at now: Date
  ) -> [Effect] {
    interaction.chainRunEnded(launch)
    switch outcome {
    case .noOpener: return copyInstead(launch)
    case .done(let note):
      if let note { showStatus(.note(note), at: now) }
      return openings.take(launch).map { [.perform(.open(.inbox), .numbers([$0]))] } ?? []
    }
  }

  /// No program has taken a link: its message stays as it is.
  mutating func abandon(_ launch: Launch) {
    guard let number = openings.take(launch) else { return }
    for place in stack.lists.indices { stack.lists[place].changeEnded([number]) }
  }

  /// Nothing here opens links: they are copied, for a machine with a browser.
  private mutating func copyInstead(_ launch: Launch) -> [Effect] {
    abandon(launch)
    openings.isCopyingInstead = true
    switch launch {
    case .open(let links, _), .browse(let links, _, _):
      let text = links.map(\.text).joined(separator: "\n")
      return [.pane(.copy(text, preferences.clipboard))]
    case .pipe, .run: return []
    }
  }

  /// Messages that were shown instead of launched, or opened by the host, count as opened.
  private mutating func opened(_ numbers: [MessageNumber]) -> [Effect] {
    guard !numbers.isEmpty else { return [] }
    expectOpening(numbers)
    return [.perform(.open(.inbox), .numbers(numbers))]
  }

  private mutating func expectOpening(_ numbers: [MessageNumber]) {
    for row in list.snapshot.rows where numbers.contains(row.number) {
      list.expect(.open(.inbox), on: row)
    }
  }
}

/// The links that are being opened, until it is known whether a program has taken them.
struct LinkOpenings: Sendable, Hashable {
  private struct Opening: Hashable {
    var number: MessageNumber
    var launch: Launch
  }

  private var running: [Opening] = []
  /// Whether a link is copied instead of opened, until it is.
  var isCopyingInstead = false

  /// Notes that the link of a message is being opened.
  mutating func add(_ launch: Launch, of number: MessageNumber) {
    running.append(Opening(number: number, launch: launch))
  }

  /// Ends a launch; returns the message whose link it has opened.
  mutating func take(_ launch: Launch) -> MessageNumber? {
    let index = running.firstIndex { $0.launch == launch }
    return index.map { running.remove(at: $0).number }
  }
}
