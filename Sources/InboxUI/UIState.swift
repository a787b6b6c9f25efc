public import Foundation
public import InboxCore

/// All that the screen depends on.
///
/// Events go in by ``update(_:at:)``, effects come out, and the frame is a function of the rest.
public struct UIState: Sendable {
  /// Columns and rows of the terminal.
  public var size: Size
  /// Name of the inbox.
  public var inboxName: String
  /// What a host calls its inbox in the bar on top; nil shows the inbox's name alone.
  public var heading: String?
  /// How it looks.
  public var theme: Theme
  /// What keys mean.
  public var keymap: Keymap
  /// How it behaves.
  public var preferences: ScreenPreferences
  /// The time zone in which times are shown.
  public var zone: TimeZone
  /// What the host program decides; nil where the inbox is the program.
  public var embedding: HostOptions? {
    didSet { if embedding?.scope != oldValue?.scope { forgetMarks() } }
  }
  /// The screens on top of each other; the first one is the list.
  public internal(set) var screens: [Screen] = [.list] {
    didSet { if screens != oldValue { pendingKeys = [] } }
  }
  /// The lists among the screens, in their order; the first is the inbox's own.
  public internal(set) var lists: [ListState]
  /// The readers among the screens, in their order.
  public internal(set) var readers: [ReaderState] = []
  /// Help, while it is among the screens.
  var help: HelpState?
  /// The choices that lie over the screen.
  var menu: MenuState?
  /// The line that is being typed.
  public internal(set) var prompt: PromptState?
  /// What is done once the person says yes.
  var confirmation: ConfirmState?
  /// The keys of a sequence that were pressed so far.
  public internal(set) var pendingKeys: [Key] = []
  /// The banner, and what alerts wait for.
  var alerts = AlertState()
  /// What the status line tells.
  public internal(set) var status: StatusMessage?

  /// What was last reported of the configuration.
  var configurationStatus: StatusMessage?
  /// Whether there are inboxes to switch between.
  public var canSwitchInbox = false
  /// What was asked of the program and holds keys back until it answers.
  var awaited: PaneRequest?
  /// Names of the inboxes that there are, as last listed.
  var inboxNames: [String] = []
  /// Names of the themes that there are, as last listed.
  var themeNames = ThemeLoader.builtInNames
  /// The lines that were accepted in this session, the last one last.
  var promptHistory: [PromptState.Kind: [String]] = [:]
  /// Lines that were being typed when a deep link came, for when their screen is back.
  var heldPrompts: [HeldPrompt] = []
  /// What is to be confirmed once its messages are counted.
  var uncountedConfirmation: ConfirmState?
  /// Links that were handed on and have not been taken yet.
  var openings: [Opening] = []
  /// Whether the inbox's database file is gone.
  var isDatabaseMissing = false
  /// Whether the store was asked to settle and has not answered.
  var isSettling = false
  /// Until when it is not asked again, after it could not.
  var settlesAfter: Date?

  /// Makes the state of a screen that has read nothing yet; ``start()`` begins.
  public init(
    size: Size, inboxName: String = "default", query: MessageQuery = .init(),
    filterText: String = "", theme: Theme = .default, keymap: Keymap = .default,
    preferences: ScreenPreferences = .init(), zone: TimeZone = .current,
    embedding: HostOptions? = nil
  ) {
    self.size = size
    self.inboxName = inboxName
    self.theme = theme
    self.keymap = keymap
    self.preferences = preferences
    self.zone = zone
    self.embedding = embedding
    lists = [ListState(query: query, filterText: filterText)]
  }

  /// The screen on top.
  public var screen: Screen { screens.last ?? .list }

  /// Where the next key is looked up.
  public var context: InputContext {
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
  public var main: ListState {
    get { lists[0] }
    set { lists[0] = newValue }
  }

  /// The list that is looked at, or that the reader was opened from.
  public var list: ListState {
    get { lists[lists.count - 1] }
    set { lists[lists.count - 1] = newValue }
  }

  /// The reader that is looked at, or that lies below what is.
  public var reader: ReaderState? {
    get { readers.last }
    set {
      _ = readers.popLast()
      if let newValue { readers.append(newValue) }
    }
  }

  /// What the first frame needs.
  public func start() -> [Effect] {
    [.read(list.query, window(.top))]
  }

  /// Text for the terminal's title, with the unread count unless that is not wanted.
  public var title: String {
    let name = inboxName == "default" ? "Bellboard" : "Bellboard: \(inboxName)"
    let unread = list.snapshot.counts.unread
    return unread == 0 || !preferences.alerts.showsBadge ? name : "(\(unread)) \(name)"
  }
}
