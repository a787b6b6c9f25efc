public import InboxCore

/// What the user can choose in the configuration file.
public struct Settings: Sendable, Hashable {
  /// When colours are used.
  public enum ColorChoice: String, CaseIterable, Sendable, Hashable {
    /// As the terminal and `NO_COLOR` say.
    case auto
    /// Always.
    case always
    /// Never; attributes stay.
    case never
  }

  /// Name or path of the theme; nil where the file says nothing.
  public var theme: String?
  /// Most messages that an inbox keeps; 0 is unlimited.
  public var maximumNotifications = 10_000
  /// The inbox that is used when none is named.
  public var inbox = InboxName.default.description
  /// The order in which a list begins.
  public var sort = MessageOrder.newest
  /// The filters that a key of the screen goes through, in filter words.
  public var filters = ["", "is:unread", "is:pinned", "is:deleted"]
  /// Whether opening from an alert marks as read.
  public var marksReadOnAlertOpen = true
  /// Most messages that open at once without a question.
  public var openLimit = 10
  /// What marks a message read.
  public var readPolicy = ReadPolicy.view
  /// How many lines a row takes.
  public var density = Density.comfortable
  /// The parts of a row beside its title.
  public var rowParts = Set(RowPart.allCases)
  /// How the time of a row reads.
  public var timeFormat = TimeFormat.relative
  /// What an arriving message raises.
  public var alerts = AlertPolicy()
  /// Program and first arguments that links are handed to; nil: as the environment says.
  public var opener: [String]?
  /// Program and first arguments that show web pages in the terminal; nil: one that is there.
  public var browser: [String]?
  /// Schemes of the links that open without a question; in lower case.
  public var linkSchemes = ["http", "https", "mailto"]
  /// The way of copied text: one of its names, or a command; nil for the best that is there.
  public var clipboard: [String]?
  /// When colours are used.
  public var color = ColorChoice.auto
  /// Changes of keys, as written, in the order of the file.
  public var keys: [KeyBindingEntry] = []

  /// All defaults.
  public init() {}
}
