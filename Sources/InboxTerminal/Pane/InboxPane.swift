public import Foundation
public import InboxCore
import InboxSystem
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
  let switcher: InboxSwitcher?
  /// Input that waits for an inbox that is being opened.
  var heldInput: [PaneInput] = []
  let settings: (any PaneSettings)?
  let now: () -> Date
  let clipboard: Clipboard
  let clock = WallClock()
  var watch: InboxWatch?
  /// Whether the watch could not be read and the person knows.
  var hasLostRefresh = false
  /// The visit that goes on; nil while the pane is not shown.
  var visit: Visit?
  /// Where the screen begins, until it has begun.
  private var start: DeepLink?
  var requests: [HostRequest] = []
  /// The picture of the present state; nil when something has changed since.
  var drawn: Picture?
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
  ///     text is a `HostRequest.copy(_:)`.
  ///   - zone: The time zone in which times are shown; `settings` may change it.
  ///   - now: The clock.
  /// - Throws: An error of the system when the process has no descriptors left.
  public init(
    inbox: Inbox, state: UIState, link: DeepLink? = nil, settings: (any PaneSettings)? = nil,
    opening: (@Sendable () throws -> Inbox)? = nil, shelf: InboxCatalog? = nil,
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
    case .answered(let request, let result):
      handle(.answered(.host(request), EffectResult(result)))
    case .presented: presented()
    case .stopping: performer.holdWrites()
    case .continued: performer.goOnWriting()
    case .linked(let link): go(to: link)
    }
  }

  /// Takes what has come by itself; answers with what only the program around it can do.
  ///
  /// - Parameter ready: Descriptors that a wait found ready; others of the host are ignored.
  /// - Returns: Requests to the program around the pane, in order.
  public func handleWakes(_ ready: Set<Int32>) -> [HostRequest] {
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

  /// Takes what has come by itself, for a loop that does not know which descriptors are ready.
  public func handleWakes() -> [HostRequest] {
    handleWakes(
      Descriptors.wait(for: descriptors.map(Descriptors.Interest.readable), atMost: 0).all)
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
}
