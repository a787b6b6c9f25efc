public import Foundation
public import InboxCore
public import InboxUI

/// The inbox as a pane: its state, what it asks of the store, and what it hears from there.
///
/// The loop of the program is its first user, a host program with a loop of its own its second:
/// wait on ``descriptors`` until ``nextDeadline``, call ``handleWakes()``, hand it input, and show
/// it by ``draw(into:)``. A host without such a loop calls ``present(launcher:)``. It never starts
/// ncurses, installs a signal handler, or touches colour pairs that it did not make. All members
/// belong to one thread.
public final class InboxPane: Pane {
  /// One of them becomes readable when ``handleWakes()`` has something to do.
  public var descriptors: [Int32] {
    [
      performer.descriptor, watch?.fileDescriptor ?? -1, settings?.descriptor ?? -1,
      clock.descriptor, switcher?.descriptor ?? -1,
    ]
  }

  /// Asked for each message, or action of one, that is opened; nil leaves all to the inbox.
  ///
  /// The message is marked read and counted either way.
  public var onTap: ((Message, Tap) -> TapDecision)?

  var state: UIState
  var inbox: Inbox
  var performer: EffectPerformer
  /// Whether the inbox was opened by the pane, which then closes it.
  var ownsInbox = false
  private let switcher: InboxSwitcher?
  /// Input that waits for an inbox that is being opened.
  var heldInput: [PaneInput] = []
  private let settings: (any PaneSettings)?
  let now: () -> Date
  let clipboard: Clipboard
  private let clock = WallClock()
  var watch: InboxWatch?
  var presentedAt: Date?
  /// Where the screen begins, until it has begun.
  private var start: DeepLink?
  /// When the use of the screen was noted last.
  private var usedAt: Date?
  var requests: [PaneRequest] = []
  /// The picture of the present state; nil when something has changed since.
  private var drawn: Picture?
  /// Draws into a host's windows; made when first needed.
  var painter: FramePainter?
  /// Whether a host's screen is drawn in colours, where its terminal has them.
  public var wantsColors = true

  /// Makes a pane; ``PaneInput/resized(_:)`` lets it read and begin.
  ///
  /// - Parameters:
  ///   - inbox: What is shown.
  ///   - state: How it begins: query, theme, keys.
  ///   - link: The message or thread that it begins at, on top of the list.
  ///   - settings: Where look and keys come from while it runs; nil keeps those of `state`.
  ///   - opening: Opens the inbox a second time for what runs beside the loop; the default
  ///     uses the same handle, as an inbox in memory must.
  ///   - shelf: The inboxes that a person can switch to; nil offers none.
  ///   - describe: The wording of errors.
  ///   - environment: Variables by which a tool for the clipboard is chosen; without any, copied
  ///     text is a ``PaneRequest/copy(_:)``.
  ///   - zone: Where the clock hangs that moments are told by; `settings` may change it.
  ///   - now: The clock.
  /// - Throws: ``SystemProblem`` when the process has no descriptors left.
  public init(
    inbox: Inbox, state: UIState, link: DeepLink? = nil, settings: (any PaneSettings)? = nil,
    opening: (@Sendable () throws -> Inbox)? = nil, shelf: InboxShelf? = nil,
    describe: @escaping @Sendable (any Error) -> String = { "\($0)" },
    environment: [String: String] = [:], zone: TimeZone = .current, now: @escaping () -> Date
  ) throws {
    self.inbox = inbox
    self.state = state
    start = link
    self.settings = settings
    self.state.zone = zone
    clipboard = Clipboard(environment: environment)
    self.now = now
    performer = try EffectPerformer(
      inbox: inbox, scope: Self.scope(of: state.embedding), opening: opening,
      screen: ScreenIdentity(at: now()), describe: describe)
    switcher = try shelf.map { try InboxSwitcher(shelf: $0, describe: describe) }
    self.state.canSwitchInbox = shelf != nil
  }

  /// When ``handleWakes()`` has something to do although nothing is readable.
  public var nextDeadline: Date? {
    let now = now()
    let retry = watch?.retryDelay.map { now.addingTimeInterval($0) }
    return [retry, state.nextDeadline(at: now)].compactMap(\.self).min()
  }

  /// What is to be shown now.
  public var picture: Picture {
    if let drawn { return drawn }
    let picture = Picture(
      frame: state.frame(at: now(), in: state.zone), theme: state.theme, title: state.title)
    drawn = picture
    return picture
  }

  /// Takes one piece of input.
  public func receive(_ input: PaneInput) {
    switch input {
    // What was typed after the key that quits is for nobody.
    case .terminal where requests.contains(.quit): break
    case .terminal(.key(let key)) where state.holds(key): heldInput.append(input)
    case .terminal(.key(let key)):
      noteUse()
      handle(.key(key))
    case .terminal(.pasted) where state.isAwaitingInbox: heldInput.append(input)
    case .terminal(.pasted(let text)): handle(.pasted(text))
    case .resized(let size): resize(to: size)
    case .launched(let launch, let result): handle(.finished(.launch(launch), result))
    case .presented: presented()
    case .linked(let link): go(to: link)
    }
  }

  /// Takes what has come by itself; answers with what only the program around it can do.
  public func handleWakes() -> [PaneRequest] {
    let ready = descriptors.ready()
    if ready.contains(performer.descriptor) { performer.takeResults().forEach(handle) }
    if let switcher, ready.contains(switcher.descriptor) { takeAnswers(of: switcher) }
    takeChanges(isReadable: watch.map { ready.contains($0.fileDescriptor) } ?? false)
    if let settings, ready.contains(settings.descriptor), settings.takeChange() {
      handle(settings.load())
    }
    takeClock(isReadable: ready.contains(clock.descriptor))
    defer { requests = [] }
    return requests
  }

  /// Finishes what was asked for, so that nothing is lost; the inbox stays open.
  ///
  /// Colour pairs are given back, so a host calls it before it ends ncurses.
  public func close() {
    hide()
    painter?.freePairs()
    painter = nil
    ending()
    switcher?.finish()
  }

  /// Says that a host shows something else in its place: a visit ends, listening goes on.
  ///
  /// The next ``draw(into:)`` or ``present(launcher:)`` is another visit.
  public func hide() {
    guard let presentedAt else { return }
    performer.record(.dismissed(seconds: now().timeIntervalSince(presentedAt)), at: now())
    performer.forgetUse()
    (self.presentedAt, usedAt) = (nil, nil)
  }

  func handle(_ event: Event) {
    drawn = nil
    let now = now()
    state.update(event, at: now).forEach { perform($0, at: now) }
  }

  private func perform(_ effect: Effect, at now: Date) {
    if let answer = performer.answer(effect, at: now, isShown: presentedAt != nil) {
      return handle(answer)
    }
    switch effect {
    // What nobody looks at goes nowhere.
    case .takeLink where presentedAt == nil: break
    case .tap(let taps): handle(.finished(effect, .left(taps.compactMap(decide))))
    case .launch(let launch): requests.append(.launch(launch))
    case .copy(let text, let choice): copy(text, choice)
    case .program(.quit): requests.append(.quit)
    case .program(.ring): requests.append(.ring)
    case .program(.notify(let notice)): requests.append(.notify(notice))
    case .program(.redraw): requests.append(.redraw)
    case .program(.listInboxes(let counting)): switcher?.list(counting: counting, at: now)
    case .program(.openInbox(let name)): switcher?.open(name)
    case .program(.useTheme(let name)): if let settings { handle(settings.load(theme: name)) }
    case .program(.reloadConfiguration): reload()
    default: performer.start(effect, at: now)
    }
  }

  /// Reads the person's files anew, and where the clock hangs: a person who travels asks for it.
  private func reload() {
    guard let settings else { return }
    let event = settings.load()
    if let zone = settings.zone { state.zone = zone }
    handle(event)
  }

  /// Does what is due, also what has become so by a clock that was set.
  private func takeClock(isReadable: Bool) {
    if isReadable { clock.take() }
    let now = now()
    if isReadable || state.nextDeadline(at: now).map({ $0 <= now }) ?? false { handle(.tick) }
    clock.wake(at: state.nextDeadline(at: now), now: now)
  }

  private func resize(to size: Size) {
    let isFirst = state.size.rows == 0
    handle(.resized(size))
    guard isFirst else { return }
    state.start().forEach { perform($0, at: now()) }
    if let start { handle(.linked(start)) }
    start = nil
  }

  /// Goes there at once, or as soon as there is a screen.
  private func go(to link: DeepLink) {
    if state.size.rows == 0 { start = link } else { handle(.linked(link)) }
  }

  /// A screen that is in use again may not be the one used last: that is found out now and then.
  private func noteUse() {
    let now = now()
    if let usedAt, abs(now.timeIntervalSince(usedAt)) < 1 { return }
    usedAt = now
    performer.noteUse()
  }

  func presented() {
    guard presentedAt == nil else { return }
    presentedAt = now()
    performer.record(.presented, at: now())
    noteUse()
    listen()
    // What was asked before the watch listens waits for whoever comes.
    perform(.takeLink, at: now())
  }

  /// Reads and listens although nothing is shown yet, for the sake of a host's bell.
  func begin() {
    state.start().forEach { perform($0, at: now()) }
    listen()
  }

  /// Begins to listen, after the first paint where there is one, from what was read for it.
  func listen() {
    guard watch == nil else { return }
    do {
      watch = try inbox.watch(after: state.list.snapshot.sequence)
    } catch {
      let problem = "No live refresh: \(performer.describe(error))"
      handle(.configured(theme: nil, keymap: nil, preferences: nil, problems: [problem]))
    }
  }

  private func takeChanges(isReadable: Bool) {
    guard let watch, isReadable || isRetryDue(watch) else { return }
    switch try? watch.take() {
    case .changed(let entries): handle(.changed(entries))
    case .reload:
      performer.reopen()
      performer.noteUse()
      handle(.changed(nil))
    case .gone:
      performer.reopen()
      handle(.vanished)
    case .nothing, nil: break
    }
  }

  private func isRetryDue(_ watch: InboxWatch) -> Bool {
    watch.retryDelay.map { $0 <= 0 } ?? false
  }
}
