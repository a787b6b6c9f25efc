public import Foundation
public import InboxCore
import InboxSystem
public import InboxUI

/// The inbox as a component of a program: it receives keys, waits on descriptors, and has a
/// picture.
///
/// A loop waits on ``descriptors`` until ``nextDeadline``, calls ``handleWakes()``, forwards keys,
/// and shows the pane by ``draw(into:)``. A host without such a loop calls ``present(launcher:)``.
/// A pane never starts ncurses, installs a signal handler, or changes color pairs that it did not
/// allocate. All members belong to one thread.
public final class InboxPane: Pane {
  /// Called for each message or action that is opened; nil leaves all to the inbox.
  ///
  /// The message is marked read and counted either way.
  public var onTap: ((Message, Tap) -> TapDecision)?
  /// Whether the screen is drawn in colors, if its terminal has them.
  public var wantsColors = true

  private(set) var state: UIState {
    didSet {
      pictureCache.invalidate()
      clock.invalidate()
    }
  }
  private(set) var connection: InboxConnection
  private let switcher: InboxSwitcher?
  private let settings: (any PaneSettings)?
  let clipboard: Clipboard
  private let pictures: PictureMaker
  private var clock = DeadlineClock()
  private var pictureCache = PictureCache()
  /// The window of a host program; unused where the pane has a terminal.
  var hostWindow = HostWindow()
  /// The current session; nil while the pane is not shown.
  private var session: PresentationSession?
  /// The deep link to open at the first presentation.
  private var start: DeepLink?
  private var requests: [HostRequest] = []
  let now: () -> Date

  /// Creates a pane; ``PaneInput/resized(_:)`` makes it read and begin.
  ///
  /// - Parameters:
  ///   - inbox: The inbox that is shown.
  ///   - state: The initial screen: query, theme, keys.
  ///   - link: The message or thread that it opens at first, on top of the list.
  ///   - settings: Look and keys while it runs; nil keeps those of `state`.
  ///   - opening: Opens a second connection for background work; the default shares the same one,
  ///     as an inbox in memory must.
  ///   - catalog: The inboxes that the user can switch to; nil for none.
  ///   - describe: The wording of errors.
  ///   - environment: Variables that choose a clipboard tool; without any, copied text is a
  ///     `HostRequest.copy(_:)`.
  ///   - zone: The time zone of displayed times; `settings` may change it.
  ///   - now: The clock.
  /// - Throws: An error of the system when the process has no descriptors left.
  package init(
    inbox: Inbox, state: UIState, link: DeepLink? = nil, settings: (any PaneSettings)? = nil,
    opening: (@Sendable () throws -> Inbox)? = nil, catalog: InboxCatalog? = nil,
    describe: @escaping @Sendable (any Error) -> String = { "\($0)" },
    environment: [String: String] = [:], zone: TimeZone = .current, now: @escaping () -> Date
  ) throws {
    self.state = state
    start = link
    self.settings = settings
    self.state.environment.zone = zone
    clipboard = Clipboard(environment: environment)
    pictures = PictureMaker(environment: environment)
    self.now = now
    let performer = try EffectPerformer(
      inbox: inbox, scope: Self.scope(of: state.hostOptions), opening: opening,
      screen: ScreenIdentity(at: now()), describe: describe)
    connection = InboxConnection(to: inbox, performer: performer)
    switcher = try catalog.map { try InboxSwitcher(catalog: $0, describe: describe) }
    self.state.environment.canSwitchInbox = catalog != nil
  }

  /// Descriptors that become readable when ``handleWakes()`` has something to do.
  public var descriptors: [Int32] {
    connection.descriptors
      + [settings?.descriptor ?? -1, clock.descriptor, switcher?.results.descriptor ?? -1]
  }

  /// When to call ``handleWakes()`` although nothing is readable.
  public var nextDeadline: Date? {
    let now = now()
    let retry = connection.retryDelay.map { now.addingTimeInterval($0) }
    return [retry, clock.deadline(of: state, at: now)].compactMap(\.self).min()
  }

  /// The current picture.
  package var picture: Picture {
    // A placeholder while rows are drawn: a host that draws them may change the pane.
    var cache = PictureCache()
    swap(&cache, &pictureCache)
    let picture = cache.picture(of: state, at: now())
    if pictureCache.isInvalidated { cache.invalidate() }
    pictureCache = cache
    return picture
  }

  /// Handles one input.
  package func receive(_ input: PaneInput) {
    switch input {
    // Keys after the one that quits are dropped; responses to queries stay in the terminal.
    case .terminal where requests.contains(.quit), .terminal(.graphics), .terminal(.measured): break
    case .terminal(.key(let key)):
      session?.registerScreen(at: now())
      handle(.key(key))
    case .terminal(.pasted(let text)): handle(.pasted(text))
    case .terminal(.mouse(let event)):
      session?.registerScreen(at: now())
      if let shown = pictureCache.shown { handle(.mouse(event, on: shown)) }
    case .terminal(.background(let background)):
      handle(.background(background))
      settings?.load(on: background).map(handle)
    case .graphics(let graphics): handle(.graphics(graphics))
    case .measured(let measure): handle(.measured(measure))
    case .resized(let size): resize(to: size)
    case .answered(let request, let result):
      Event(result, of: request).map(handle)
    case .presented: didPresent()
    // A process that is stopped within a write would block the writes of all others. A write that
    // itself waits long for another process is not waited for.
    case .stopping: connection.performer.writes.pause(within: 2)
    case .continued: connection.performer.writes.resume()
    case .linked(let link):
      // Without a screen it is opened as soon as there is one.
      if state.size.rows == 0 { start = link } else { handle(.linked(link)) }
    }
  }

  /// Handles ready descriptors and the deadline; returns requests for the surrounding program.
  ///
  /// - Parameter ready: Descriptors that a wait found ready; the host's own are ignored.
  /// - Returns: Requests to the surrounding program, in order.
  package func handleWakes(_ ready: Set<Int32>) -> [HostRequest] {
    connection.takeEvents(ready, isPresented: session != nil, handle)
    if let switcher, ready.contains(switcher.results.descriptor) { takeAnswers(of: switcher) }
    if let settings, ready.contains(settings.descriptor), settings.takeChange() {
      handle(settings.load())
    }
    takeClock(isReadable: ready.contains(clock.descriptor))
    defer { requests = [] }
    return requests
  }

  /// Handles wakes in a loop that does not know which descriptors are ready.
  public func handleWakes() -> [HostRequest] {
    handleWakes(
      Descriptors.wait(for: descriptors.map(Descriptors.Interest.readable), atMost: 0).all)
  }

  /// Finishes all requested work, so that nothing is lost; the inbox stays open.
  ///
  /// Color pairs are freed, so a host calls it before it ends ncurses.
  public func close() {
    hide()
    hostWindow.close()
    pictures.finish()
    connection.ending()
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

  /// Handles a deadline or a change of the system clock.
  private func takeClock(isReadable: Bool) {
    let now = now()
    if clock.takeWake(isReadable: isReadable, of: state, at: now) {
      updateZone()
      handle(.tick)
    }
    clock.arm(for: state, at: now)
  }

  /// Shows times in the machine's current zone, which changes when the user travels.
  private func updateZone() {
    guard let zone = settings?.zone, zone != state.zone else { return }
    state.environment.zone = zone
  }

  // MARK: - Effects

  /// Updates the state by an event and performs its effects.
  private func handle(_ event: Event) {
    let now = now()
    state.update(event, at: now).forEach { perform($0, at: now) }
  }

  private func perform(_ effect: Effect, at now: Date) {
    switch effect {
    case .pane(let request): perform(request, at: now)
    case .host(let request): requests.append(request)
    case .store(let any):
      if session == nil, any.request is ClaimLink { break }
      let performer = connection.performer
      guard let event = performer.performNow(any.request, at: now, isShown: session != nil) else {
        return performer.start(any.request, at: now)
      }
      handle(event)
    }
  }

  private func perform(_ request: PaneRequest, at now: Date) {
    switch request {
    case .decide(let request):
      handle(.answered(request, request.taps.compactMap(decide)))
    case .copy(let request): copy(request)
    case .save(let request): connection.performer.save(request)
    case .listInboxes(let request): switcher?.list(request, at: now)
    case .openInbox(let request): switcher?.open(request)
    case .releaseInput(let request): handle(.answered(request, ()))
    case .listThemes(let request):
      if let settings { handle(.answered(request, settings.themeNames)) }
    case .mute(let request):
      let problem =
        settings.map { $0.change(request.change, of: request.subject, at: now) }
        ?? StatusText.mutesNotKept.words
      handle(problem.map { .failed(request, $0) } ?? .answered(request, ()))
    case .listMutes(let request):
      handle(.answered(request, settings?.mutes(at: now) ?? []))
    case .findDaemon(let request): handle(.answered(request, settings?.daemonScript))
    case .edit(let request):
      let problem = settings.map { $0.edit(request) } ?? StatusText.notConfigurable.words
      handle(problem.map { .failed(request, $0) } ?? .answered(request, ()))
    case .keepLook(let request):
      switch settings?.keep(request.settings) ?? .failed(StatusText.lookNotKept.words) {
      case .kept(let settings): handle(.answered(request, settings))
      case .failed(let reason): handle(.failed(request, reason))
      }
    case .picture(let request):
      let depth = ColorDepth(ofScreenThatWants: wantsColors)
      pictures.start(
        request, at: depth, files: connection.inbox.attachments,
        reporting: connection.performer.results.add)
    case .stopPicture: pictures.cancel()
    case .useTheme(let name): configure(for: request) { $0.load(theme: name) }
    case .previewTheme(let request):
      if let theme = settings?.preview(theme: request.name) { handle(.answered(request, theme)) }
    case .reloadConfiguration:
      configure(for: request) { settings in
        let event = settings.load()
        updateZone()
        return event
      }
    }
  }

  /// Reloads the user's files; a host has none, and its look and keys are its own.
  private func configure(for request: PaneRequest, _ load: (any PaneSettings) -> Event) {
    guard let settings else {
      return handle(.requestFailed(.pane(request), StatusText.noFiles.words))
    }
    handle(load(settings))
  }

  /// Asks the host what opening does; nil when nothing is left to do.
  private func decide(_ tap: Tap) -> Tap? {
    guard let onTap else { return tap }
    // The host may refuse to open a message, so it is read first.
    guard let message = try? connection.inbox.message(tap.number) else {
      let problem = StatusText.notReadable(tap.number).words
      handle(.failed(DecideTaps([tap]), problem))
      return nil
    }
    switch onTap(message, tap) {
    case .default: return tap
    case .handled: return nil
    case .perform(let behavior):
      var tap = tap
      tap.behavior = behavior
      return tap
    }
  }

  /// Copies a text by the method of the user's choice.
  private func copy(_ request: CopyText) {
    do throws(ClipboardError) {
      switch try clipboard.method(for: request.choice) {
      case .tool(let words): connection.performer.copy(request, by: words)
      case .terminal:
        try OSC52.check(request.text)
        requests.append(.copy(request.text))
      }
    } catch {
      handle(.failed(request, error.message))
    }
  }

  // MARK: - Other inboxes

  /// Handles the switcher's responses: a list of inboxes, or another one to show.
  private func takeAnswers(of switcher: InboxSwitcher) {
    for answer in switcher.results.take() {
      switch answer {
      case .event(let event): handle(event)
      case .opened(let request, let inbox): show(inbox, for: request, from: switcher)
      }
    }
  }

  /// Shows another inbox; one that fails to connect is closed and reported.
  private func show(_ inbox: Inbox, for request: OpenInbox, from switcher: InboxSwitcher) {
    let next: InboxConnection
    do {
      next = try connection.successor(to: inbox) { [catalog = switcher.catalog] in
        try catalog.open(request.name)
      }
    } catch {
      inbox.closeUnlessInMemory()
      return handle(.failed(request, connection.performer.describe(error)))
    }
    let wasPresented = session != nil
    hide()
    switcher.leaving.add(connection.ending)
    // From here on, results of the previous inbox are dropped.
    connection = next
    handle(.answered(request, ()))
    if wasPresented { didPresent() } else { listen() }
    if switcher.hasWatchedOthers { switcher.watchOthers(than: request.name) }
  }

  /// Starts listening, after the first paint if any, from the sequence that was read for it.
  private func listen() {
    connection.listen(after: state.list.snapshot.sequence).map(handle)
  }

  // MARK: - Presentation

  /// Begins a session when the pane appears on a screen, unless one is running.
  private func didPresent() {
    guard session == nil else { return }
    // Before the session begins, which records that a screen could show them.
    if let count = try? connection.inbox.missedAlertCount() { handle(.missedAlerts(count)) }
    handle(.returned(try? connection.inbox.lastVisit()))
    session = PresentationSession(on: connection.performer, at: now())
    state.environment.saveFolder = FileSaving.folder
    listen()
    // A link from before the watch listened waits for the next screen.
    perform(.claimLink, at: now())
    // A host's scope excludes other inboxes.
    guard let switcher, !switcher.hasWatchedOthers, Self.scope(of: state.hostOptions) == nil
    else { return }
    switcher.watchOthers(than: state.inboxName)
  }

  /// Ends the presentation because the host shows something else; listening continues.
  ///
  /// The next ``draw(into:)`` or ``present(launcher:)`` begins another session.
  public func hide() {
    session?.end(at: now())
    session = nil
  }

  /// Reads and listens while hidden, for the badge of a host.
  func begin() {
    state.start().forEach { perform($0, at: now()) }
    listen()
  }

  /// The host's options; may be changed while the pane is shown.
  public var hostOptions: HostOptions? {
    get { state.hostOptions }
    set {
      state.hostOptions = newValue
      connection.performer.scope = Self.scope(of: newValue)
      // Rows of another height or scope must be read and placed again.
      handle(.changed(.reload))
    }
  }

  /// The theme of the screen; a change shows at once.
  ///
  ///     if let nord = Theme.builtIn(named: "nord") { pane.theme = nord }
  public var theme: Theme {
    get { state.theme }
    set { state.environment.theme = newValue }
  }

  /// The layout and behavior of the screen; a change shows at once.
  ///
  ///     pane.preferences.preview = .off
  public var preferences: ScreenPreferences {
    get { state.preferences }
    set { handle(.configured(theme: nil, keymap: nil, preferences: newValue, problems: [])) }
  }

  /// The alerts of arriving messages; a change applies from the next arrival on.
  ///
  /// Where the pane has settings of its own, their next change overrides it.
  public var alertPolicy: AlertPolicy {
    get { state.preferences.alerts }
    set { state.environment.preferences.alerts = newValue }
  }
}
