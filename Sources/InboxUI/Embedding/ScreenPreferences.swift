public import InboxCore

/// The settings of the screen beside look and keys.
public struct ScreenPreferences: Sendable, Hashable {
  /// Most messages that open at once without a question.
  public var openLimit = 10
  /// Whether showing a message in the reader marks it read.
  public var viewMarksRead = true
  /// The filters that one key goes through, in filter words; empty words are the whole list.
  public var filters = ScreenPreferences.standardFilters
  /// The tabs of the bar on top.
  public var tabs: [ListTab] = []
  /// Whether an inbox without ``tabs`` has some for all, unread, open questions and top sources.
  public var automaticTabs = true
  /// Where the preview lies.
  public var preview = PreviewChoice.auto
  /// Seconds after which the preview marks its message read; nil never does.
  public var previewReadsAfter: Double?
  /// How the list is grouped.
  public var group = ListGrouping.day
  /// The form of the rows.
  public var rows = RowOptions()
  /// Most columns of a text in the reader.
  package var readerWidth = 100
  /// Which images the reader shows as pictures.
  package var pictures = PictureChoice.ask
  /// How those pictures are drawn.
  package var graphics = GraphicsChoice.auto
  /// Whether the reader's links are hyperlinks of the terminal.
  package var hyperlinks = HyperlinkChoice.auto
  /// The signs that everything is drawn with.
  package var glyphs = GlyphSet.unicode
  /// Whether the mouse acts; a host hands it in as `KEY_MOUSE`.
  public var mouse = true
  /// What an arriving message raises.
  public var alerts = AlertPolicy()
  /// Whether going to a message from its alert marks it read.
  public var marksReadOnAlertOpen = true
  /// Program and first arguments that links are handed to; empty: as the environment says.
  public var opener: [String] = []
  /// Program and first arguments that show web pages in the terminal; empty: one that is there.
  public var browser: [String] = []
  /// Schemes of the links that are opened without a question, in lower case.
  public var linkSchemes = Set(LinkScheme.default)
  /// Which way a copied text goes.
  package var clipboard = ClipboardChoice.auto

  /// The program's name, as the terminal's title shows it.
  package var programName = "Inbox"
  /// The name of the configuration file; nil where there is none.
  package var configurationName: String?
  /// The command that lists what is wrong with the configuration; nil where there is none.
  package var configurationCheck: String?
  /// The commands for another terminal that an empty inbox shows, most useful first.
  package var firstSteps: [FirstStep] = []

  /// The filters without a choice: all, unread, pinned and deleted messages.
  package static let standardFilters = ["", "is:unread", "is:pinned", "is:deleted"]

  /// Whether opening from an alert marks read, which nothing does where the person alone decides.
  var openingAlertMarksRead: Bool { viewMarksRead && marksReadOnAlertOpen }

  /// Which links are hyperlinks of the terminal.
  package var hyperlinkPolicy: HyperlinkPolicy {
    HyperlinkPolicy(choice: hyperlinks, schemes: linkSchemes)
  }

  /// All defaults.
  public init() {}
}
