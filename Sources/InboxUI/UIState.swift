package import Foundation
package import InboxCore

/// The state of the screen: all that it depends on.
///
/// Events go in by ``update(_:at:)``, effects come out, and the frame is a function of the rest.
package struct UIState: Sendable {
  /// Columns and rows of the terminal.
  package var size: Size
  /// Name of the inbox.
  package var inboxName: String
  /// What a host calls its inbox in the bar on top; nil shows the inbox's name alone.
  package var heading: String?
  /// How it looks.
  package var theme: Theme
  /// What keys mean.
  package var keymap: Keymap
  /// How it behaves.
  package var preferences: ScreenPreferences
  /// The time zone in which times are shown.
  package var zone: TimeZone
  /// What the host program decides; nil where the inbox is the program.
  package var hostOptions: HostOptions? {
    didSet {
      guard hostOptions?.scope != oldValue?.scope else { return }
      // An action on them would reach out of the scope that holds now.
      for place in lists.indices { lists[place].clearMarks() }
    }
  }
  /// The input that waits for an answer.
  var typeAhead = TypeAhead()
  /// The undo or redo that was asked for and has not been answered.
  var awaitedStep: HistoryStep?
  /// How many steps of the history were taken since the last key.
  var takenSteps = 0
  /// The screens on top of each other; the first one is the list.
  package internal(set) var screens: [Screen] = [.list] {
    didSet { if screens != oldValue { dropPendingKeys() } }
  }
  /// The lists among the screens, in their order; the first is the inbox's own.
  package internal(set) var lists: [ListState]
  /// The readers among the screens, in their order.
  package internal(set) var readers: [ReaderState] = []
  /// The tabs, and their numbers.
  var tabs = TabState()
  /// The preview beside the list.
  var preview = PreviewState()
  /// Help, while it is among the screens.
  var help: HelpState?
  /// The tour through the keys; nil where none is offered, or it has ended.
  package var tour: Tour?
  /// The choices that lie over the screen.
  var menu: MenuState? {
    didSet { if menu == nil { endThemePreview() } }
  }
  /// The look before themes were previewed; nil while none is.
  var themeBeforePreview: Theme?
  /// The line that is being typed.
  package internal(set) var prompt: PromptState?
  /// The search that is being typed in a list.
  var liveSearch: LiveSearch?
  /// The messages whose titles match what is being typed.
  var titleMenu: TitleMenu?
  /// The list before the filter that is being typed.
  var filterBefore: ListState?
  /// The confirmation of a bulk or permanent change.
  var confirmation: ConfirmState?
  /// The confirmation that comes up once its messages are counted.
  var pendingConfirmation: ConfirmState?
  /// The button of the mouse, and its last click.
  var pointer = PointerState()
  /// The keys of a sequence that were pressed so far.
  package internal(set) var pendingKeys: [Key] = []
  /// The number that was typed before the next key.
  package internal(set) var pendingCount: PendingCount?
  /// What is done with the bookmark whose letter comes next; nil while none is awaited.
  var bookmarkOperation: Command.Finding?
  /// The messages of a count or a chain, to which the present command applies; nil for none.
  var boundTargets: [ActionTarget]?
  /// The program of a chain that has not ended; nil while none is waited for.
  var chainedProgram: ChainedProgram?
  /// Where the cursor was before jumps, and the bookmarks.
  var jumps = JumpList()
  /// The banner, and the alerts that wait.
  var alerts = AlertState()
  /// What the status line shows.
  package internal(set) var status: StatusMessage?
  /// The status that names the filter, as long as the number of messages may follow.
  var shownFilterStatus: StatusMessage?
  /// How the list was grouped by a key or a line, until the setting changes.
  var groupChoice = GroupChoice()
  /// The lengths of lists, as far as they were counted.
  var totals = ListTotals()
  /// The numbers of the groups in sight.
  var groupCounts = GroupCountState()
  /// The request for look or keys that a person has made and that was not answered yet.
  var configurationRequest: PaneRequest?
  /// The status of the last configuration.
  var configurationStatus: StatusMessage?

  /// Whether there are inboxes to switch between.
  package var canSwitchInbox = false
  /// The request for inboxes that holds keys back until it is answered.
  var inboxRequest: PaneRequest?
  /// Names of the inboxes, as last listed.
  var inboxNames: [String] = []
  /// The inboxes that are not shown, as last counted.
  var otherInboxes: [InboxSummary] = []
  /// The message of another inbox that is gone to once that is shown.
  var awaitedAlert: (inbox: String, number: MessageNumber)?
  /// Names of the themes, as last listed.
  var themeNames = ThemeLoader.builtInNames
  /// The lines that were accepted in this session.
  var promptHistory = PromptHistory()
  /// Lines that were being typed when a deep link came, for when their screen is back.
  var heldPrompts = HeldPrompts()
  /// Whether a digit copies a link, as the text in the reader was copied just now.
  var isChoosingLink = false
  /// The picture that the pane is making.
  var runningPicture: PictureRequest?
  /// The graphics of the terminal; nil while none are known.
  var graphics: TerminalGraphics?
  /// Whether a message with an image has been shown.
  var needsGraphics = false
  /// Whether a link is copied instead of opened, until it is.
  var isCopyingInstead = false
  /// The links that are being opened.
  var openings = LinkOpenings()
  /// The folder that is offered where a file is saved.
  package var saveFolder = "."
  /// Whether the inbox's database file is gone.
  var isDatabaseMissing = false
  /// The visit before this one, until the list is refreshed.
  var lastVisit: LastVisit?
  /// When the store is asked to settle.
  var settling = SettleTimer()

  /// Makes the state of a screen that has read nothing yet; ``start()`` begins.
  package init(
    size: Size, inboxName: String = "default", query: MessageQuery = .init(),
    filterText: String = "", theme: Theme = .default, keymap: Keymap = .default,
    preferences: ScreenPreferences = .init(), zone: TimeZone = .current,
    hostOptions: HostOptions? = nil
  ) {
    self.size = size
    self.inboxName = inboxName
    self.theme = theme
    self.keymap = keymap
    self.preferences = preferences
    self.zone = zone
    self.hostOptions = hostOptions
    lists = []
    lists = [ListState(query: grouped(query), filterText: filterText)]
  }

  /// The screen on top.
  package var screen: Screen { screens.last ?? .list }

  /// Where the next key is looked up.
  package var context: InputContext {
    // A question that comes up while a line is typed waits: no letter of the line may answer it.
    if prompt != nil { return .prompt }
    if menu != nil { return .menu }
    if confirmation != nil { return .confirm }
    return context(of: screen)
  }

  /// Where the keys of a screen are looked up: a list's depend on what it shows.
  func context(of screen: Screen) -> InputContext {
    switch screen {
    case .list, .trash, .thread: list.isTrash ? .trash : .list
    case .reader: .reader
    case .help: .help
    }
  }

  /// The inbox's own list, at the bottom.
  package var main: ListState { lists[0] }

  /// The list that is looked at, or that the reader was opened from.
  package var list: ListState {
    get { lists[lists.count - 1] }
    _modify { yield &lists[lists.count - 1] }
  }

  /// The reader that is looked at, or that lies below the screen on top.
  package var reader: ReaderState? {
    get { readers.last }
    set {
      _ = readers.popLast()
      if let newValue { readers.append(newValue) }
    }
  }

  /// The look, with the colors that sources and rows have by the person's choice.
  package var shownTheme: Theme { theme.tinted(for: preferences.rows) }

  /// How the rows of the terminal are shared.
  var areas: ScreenAreas {
    var areas = ScreenAreas(size: size)
    areas.textColumns = preferences.readerWidth
    return areas
  }

  /// Draws the rows of lists.
  var drawing: ListRows {
    let isConversation = list.thread != nil && preferences.rows.density == .comfortable
    let conversation: (any RowDrawing)? =
      isConversation ? ConversationDrawing(list.snapshot.rows) : nil
    return ListRows(drawing: hostOptions?.rows ?? conversation, options: preferences.rows)
  }

  /// The room for lists, beside their preview.
  var listLayout: ListLayout { listLayout(of: list.snapshot.query) }

  /// The room for the rows of a query, whose groups have headers.
  func listLayout(of query: MessageQuery) -> ListLayout {
    let areas = split?.list ?? self.areas
    return ListLayout(
      size: size, areas: areas, theme: theme, drawing: drawing,
      headers: GroupHeaders(grouping, of: query, in: zone, rows: areas.contentRows))
  }

  /// Shows a text in the status line.
  mutating func showStatus(_ content: StatusText, at now: Date) {
    status = StatusMessage(content, at: now)
  }

  /// Shows the status of a part's reply and passes its effects on.
  mutating func take(_ reply: Reply, at now: Date) -> [Effect] {
    if let status = reply.status { showStatus(status, at: now) }
    if reply.isMiss { dropTypeAhead(at: now) }
    return reply.effects
  }

  /// Forgets the keys of a sequence, the count and the bookmark that were begun.
  mutating func dropPendingKeys() {
    (pendingKeys, pendingCount, bookmarkOperation) = ([], nil, nil)
  }

  /// The effects that the first frame needs.
  package func start() -> [Effect] {
    [list.read(.top, in: listLayout)]
  }

  /// Text for the terminal's title, with the unread count unless that is not wanted.
  package var title: String {
    let program = preferences.programName
    let name = inboxName == "default" ? program : "\(program): \(inboxName)"
    let unread = list.snapshot.counts.unread
    return unread == 0 || !preferences.alerts.showsBadge ? name : "(\(unread)) \(name)"
  }
}

/// A screen; screens lie on top of each other, the list at the bottom.
package enum Screen: String, Sendable, Hashable {
  /// The messages.
  case list
  /// The deleted messages.
  case trash
  /// The messages of one thread.
  case thread
  /// One message, whole.
  case reader
  /// The keys.
  case help

  /// Whether it shows a list of messages.
  var isList: Bool {
    switch self {
    case .list, .trash, .thread: true
    case .reader, .help: false
    }
  }
}
