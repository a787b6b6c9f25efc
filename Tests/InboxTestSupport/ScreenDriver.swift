package import Foundation
package import InboxCore
import InboxTerminal
package import InboxUI

/// Drives a screen's state over a real inbox in memory: events go in, effects are performed at
/// once, or when they are released.
///
/// Copies share the inbox.
package struct ScreenDriver {
  /// The store under the screen.
  package let inbox: Inbox
  /// The state under test.
  package var state: UIState
  /// The result of every launch.
  package var launchResult: HostResult? = .done
  /// The mutes that the screen is told of.
  package var mutes: [ActiveMute] = []
  /// The script that starts the daemon; nil while one runs.
  package var daemonScript: String?
  /// Whether everything but short reads waits for ``release()``.
  package var holdsEffects = false
  /// Whether rows take longer than a key should wait, so that they come with ``release()``.
  package var postponesRows = false
  /// Whether a person looks at the screen before each key.
  package var looksFirst = true
  /// Every effect so far, in order.
  package private(set) var effects: [Effect] = []
  private var held: [Effect] = []
  /// The last log entry that the screen has been told of.
  private var sequence: Int64 = 0
  private let clock: SettableClock
  private let identity: ScreenIdentity

  /// Opens a screen on unread messages, numbered from 1, a minute apart, the highest on top.
  package init(
    count: Int, size: Size = Size(columns: 80, rows: 24), query: MessageQuery = .init(),
    now: Date = Date(timeIntervalSince1970: 1_800_000_000),
    prepare: (_ number: Int64, inout Payload) -> Void = { _, _ in }
  ) {
    let numbers = count > 0 ? 1...Int64(count) : nil
    let payloads = numbers.map { numbers in
      numbers.map { number in
        var payload = Payload.make("Message \(number)", id: "\(number)", source: "cli")
        payload.local.receivedAt = now.addingTimeInterval(
          -60 * Double(numbers.upperBound - number + 1))
        prepare(number, &payload)
        return payload
      }
    }
    self.init(payloads ?? [], size: size, query: query, now: now)
  }

  /// Opens a screen on messages, imported in this order.
  package init(
    _ payloads: [Payload], size: Size = Size(columns: 80, rows: 24), query: MessageQuery = .init(),
    now: Date = Date(timeIntervalSince1970: 1_800_000_000)
  ) {
    clock = SettableClock(now)
    identity = ScreenIdentity(at: now)
    let clock = clock
    inbox = must { try .testing(now: clock.read) }
    state = UIState(size: size, query: query, filterText: query.filter.text, zone: .gmt)
    // Most tests count lines of rows and name what they show; those of the defaults turn them on.
    state.environment.preferences.group = .none
    state.environment.preferences.rows.density = .comfortable
    state.environment.preferences.rows.colorsSources = false
    state.environment.preferences.automaticTabs = false
    let inbox = inbox
    let results = must { try inbox.importMessages(payloads).results }
    for case .refused(let error) in results { preconditionFailure("\(error)") }
    begin()
  }

  /// The time of every event.
  package var now: Date {
    get { clock.read() }
    nonmutating set { clock.set(newValue) }
  }

  /// Lets the screen read for the first time, as one that was just opened.
  package mutating func begin() {
    sequence = must { try inbox.lastSequence() }
    perform(state.start())
  }

  /// Hands an event in, performs the effects and tells the screen of log entries.
  @discardableResult
  package mutating func send(_ event: Event) -> [Effect] {
    if looksFirst, case .key = event { state.lookAtScreen() }
    let asked = state.update(event, at: now)
    perform(asked)
    follow()
    return asked
  }

  /// Presses keys by their names, one after the other, such as `j` or the sequence `g g`; an unknown
  /// name ends the tests.
  @discardableResult
  package mutating func press(_ names: String...) -> [Effect] {
    names.flatMap { $0.split(separator: " ") }.flatMap { name in
      send(.key(must { try Key(name: String(name)) }))
    }
  }

  /// Presses keys of a list, as a row of a table has them.
  @discardableResult
  package mutating func press(_ names: [String]) -> [Effect] {
    press(names.joined(separator: " "))
  }

  /// The driver after the keys of a list.
  package func pressing(_ names: [String]) -> ScreenDriver {
    pressing(names.joined(separator: " "))
  }

  /// The driver after some keys.
  package func pressing(_ names: String...) -> ScreenDriver {
    var driver = self
    driver.press(names.joined(separator: " "))
    return driver
  }

  /// The driver after some keys, a text in the line that they have opened, and more keys.
  package func pressing(
    _ names: String..., typing text: String, then more: String...
  ) -> ScreenDriver {
    var driver = pressing(names.joined(separator: " "))
    driver.type(text)
    return driver.pressing(more.joined(separator: " "))
  }

  /// The driver after a command line, and more keys.
  package func running(_ line: String, then more: String...) -> ScreenDriver {
    pressing(":", typing: line, then: "Enter", more.joined(separator: " "))
  }

  /// The driver, with everything but short reads waiting from now on for ``release()``.
  package func holdingEffects() -> ScreenDriver {
    var driver = self
    driver.holdsEffects = true
    return driver
  }

  /// The driver, with rows from now on taking longer than a key should wait.
  package func postponingRows() -> ScreenDriver {
    var driver = self
    driver.postponesRows = true
    return driver
  }

  /// The driver with a change of its screen, such as another setting.
  package func with(_ change: (inout UIState) -> Void) -> ScreenDriver {
    var driver = self
    change(&driver.state)
    return driver
  }

  /// The driver after seconds, some times.
  package func waiting(_ seconds: Double, times: Int = 1) -> ScreenDriver {
    var driver = self
    return driver.after(waiting: seconds, times: times)
  }

  /// The driver with digits as counts, as in the vim preset, and the other keys as they are.
  package func countingDigits() -> ScreenDriver { with { $0.environment.keymap.countDigits() } }

  /// Makes digits counts, as in the vim preset, with the other keys as they are.
  package mutating func countDigits() {
    state.environment.keymap.countDigits()
  }

  /// Lets a person see what has changed before the next key.
  package func look() {
    now += 1
  }

  /// Presses keys, types a text into the line that they have opened, and presses more keys.
  @discardableResult
  package mutating func press(
    _ names: String..., typing text: String, then more: String...
  ) -> [Effect] {
    let asked = press(names.joined(separator: " ")) + type(text)
    return asked + press(more.joined(separator: " "))
  }

  /// Presses keys, pastes a text into the line that they have opened, and presses more keys.
  @discardableResult
  package mutating func press(
    _ names: String..., pasting text: String, then more: String...
  ) -> [Effect] {
    let asked = press(names.joined(separator: " ")) + send(.pasted(text))
    return asked + press(more.joined(separator: " "))
  }

  /// Types a text, one key a character, and presses keys.
  @discardableResult
  package mutating func type(_ text: String, then more: String...) -> [Effect] {
    let asked = text.flatMap { send(.key(.character($0))) }
    return asked + press(more.joined(separator: " "))
  }

  /// Types a command line and accepts it, then presses keys.
  @discardableResult
  package mutating func run(_ line: String, then more: String...) -> [Effect] {
    press(":", typing: line)
    return press("Enter") + press(more.joined(separator: " "))
  }

  /// Performs the effects that were held back, and gives the driver back.
  @discardableResult
  package mutating func release() -> ScreenDriver {
    let waiting = held
    held = []
    (holdsEffects, postponesRows) = (false, false)
    waiting.forEach { perform($0) }
    follow()
    return self
  }

  /// Performs the effects that were held back one by one; what they lead to is held back as well.
  @discardableResult
  package mutating func answerSlowly() -> ScreenDriver {
    while !held.isEmpty { answerNext() }
    return self
  }

  /// Performs the first effect that was held back.
  package mutating func answerNext() {
    answer(held.removeFirst())
    follow()
  }

  /// Whether effects are held back.
  package var holdsSome: Bool { !held.isEmpty }

  /// Performs one of the effects that were held back: writes in their order, others in any.
  package mutating func answerAny(using random: inout SeededRandom) {
    let writes = held.indices.filter { held[$0].isWrite }
    let index = held.indices.randomElement(using: &random) ?? 0
    answer(held.remove(at: writes.contains(index) ? writes[0] : index))
    follow()
  }

  /// Ends an effect that is held back with a failure; the first of a kind.
  package mutating func failFirst(_ isMeant: (Effect) -> Bool) {
    guard let index = held.firstIndex(where: isMeant) else { preconditionFailure("none is held") }
    let effect = held.remove(at: index)
    perform(state.update(.requestFailed(effect, "busy"), at: now))
  }

  /// Changes the inbox as another process would, and tells the screen.
  @discardableResult
  package mutating func elsewhere<Result>(_ change: (Inbox) throws -> Result) -> Result {
    let result = must { try change(inbox) }
    follow()
    return result
  }

  private mutating func perform(_ asked: [Effect]) {
    effects += asked
    for effect in asked { perform(effect) }
  }

  /// Performs an effect and hands its result in.
  private mutating func perform(_ effect: Effect) {
    if postponesRows, let request = effect.request(ReadRows.self) {
      held.append(effect)
      return perform(state.update(.postponed(request), at: now))
    }
    switch effect {
    case .store(let any) where any.request.turn == .atOnce: answer(effect)
    case .pane(.releaseInput), .pane(.listMutes): answer(effect)
    default: if holdsEffects { held.append(effect) } else { answer(effect) }
    }
  }

  private mutating func answer(_ effect: Effect) {
    if let event = outcome(of: effect) { perform(state.update(event, at: now)) }
  }

  /// The outcome of an effect on the store or of a willing host; nil for requests without answer.
  private func outcome(of effect: Effect) -> Event? {
    switch effect {
    case .pane(.decide(let request)): return .answered(request, request.taps)
    case .pane(.copy(let request)): return .answered(request, "test")
    case .pane(.releaseInput(let request)): return .answered(request, ())
    case .pane(.listMutes(let request)): return .answered(request, mutes)
    case .pane(.findDaemon(let request)): return .answered(request, daemonScript)
    case .host(.launch(let launch)):
      return launchResult.flatMap { Event($0, of: .launch(launch)) }
    default: break
    }
    guard case .store(let any) = effect else { return nil }
    let context = RequestContext(inbox: inbox, screen: identity)
    do {
      return .answered(try context.answerNow(any.request) ?? context.answer(any.request))
    } catch {
      return .requestFailed(effect, "\(error)")
    }
  }

  /// Hands the new log entries to the screen, as its watch would.
  private mutating func follow() {
    while case .entries(let entries) = must({ try inbox.log(after: sequence, limit: 1_000) }),
      let last = entries.last
    {
      sequence = last.sequence
      perform(state.update(.changed(.changed(entries)), at: now))
    }
  }
}

extension Effect {
  /// Whether it changes the inbox.
  fileprivate var isWrite: Bool {
    if case .store(let any) = self { any.request.turn == .inOrder } else { false }
  }
}
