public import InboxCore

/// The settings of the screen, except theme and keys.
public struct ScreenPreferences: Sendable, Hashable {
  /// Maximum messages that are opened at once without confirmation.
  package var openLimit = 10
  /// Whether showing a message in the reader marks it read.
  public var viewMarksRead = true
  /// The tabs of the bar on top.
  public var tabs: [ListTab] = []
  /// Whether an inbox without ``tabs`` has some for all, unread, open questions and top sources; the
  /// inbox of a host has none.
  public var automaticTabs = true
  /// When the list of sources is shown.
  package var sourceList = SourceListChoice.auto
  /// Where the preview lies.
  public var preview = PreviewChoice.auto
  /// Seconds after which the preview marks its message read; nil for never.
  package var previewReadsAfter: Double?
  /// The grouping of the list.
  public var group = ListGrouping.day
  /// Which lists show a thread as one row.
  package var collapseThreads = ThreadCollapsing.auto
  /// The options of rows.
  public var rows = RowOptions()
  /// Maximum columns of a text in the reader.
  package var readerWidth = 100
  /// Which images the reader shows as pictures.
  package var pictures = PictureChoice.always
  /// How pictures are drawn.
  package var graphics = GraphicsChoice.auto
  /// Whether the reader's links are hyperlinks of the terminal.
  package var hyperlinks = HyperlinkChoice.auto
  /// The characters that everything is drawn with.
  package var glyphs = GlyphSet.unicode
  /// Whether mouse events are handled; a host passes them as `KEY_MOUSE`.
  public var mouse = true
  /// The alerts of new messages.
  public var alerts = AlertPolicy()
  /// Whether opening a message from its alert marks it read.
  public var marksReadOnAlertOpen = true
  /// The program and first arguments that open links; empty for that of the environment.
  public var opener: [String] = []
  /// The program and first arguments that show web pages in the terminal; empty to find one.
  public var browser: [String] = []
  /// The URL schemes of links that are opened without confirmation, in lower case.
  package var linkSchemes = Set(LinkScheme.default)
  /// How text is copied to the clipboard.
  package var clipboard = ClipboardChoice.auto

  /// The mutes that have not ended.
  package var mutes: [ActiveMute] = []
  /// The program's name in the terminal's title.
  package var programName = "Inbox"
  /// The name of the configuration file; nil if there is none.
  package var configurationName: String?
  /// The command that lists the errors of the configuration; nil if there is none.
  package var configurationCheck: String?
  /// The commands that an empty inbox suggests for another terminal, most useful first.
  package var firstSteps: [FirstStep] = []

  /// Whether opening from an alert marks read; never if messages are only marked read manually.
  var openingAlertMarksRead: Bool { viewMarksRead && marksReadOnAlertOpen }

  /// The policy of which links are hyperlinks of the terminal.
  package var hyperlinkPolicy: HyperlinkPolicy {
    HyperlinkPolicy(choice: hyperlinks, schemes: linkSchemes)
  }

  /// Creates the default preferences.
  public init() {}
}
