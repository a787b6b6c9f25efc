package import Foundation
package import InboxCore
package import InboxText
package import InboxUI

/// A component that a loop runs: it receives input, waits on descriptors, and has a picture.
///
/// ``InboxPane`` is the real one; tests and probes run others. A pane never starts ncurses,
/// installs a signal handler, or changes color pairs that it did not allocate.
package protocol Pane: AnyObject {
  /// Descriptors that become readable when ``handleWakes(_:)`` has something to do.
  ///
  /// Negative ones are ignored, as by `poll(2)`. They may change between waits.
  var descriptors: [Int32] { get }
  /// When to call ``handleWakes(_:)`` although nothing is readable.
  var nextDeadline: Date? { get }
  /// The current picture.
  var picture: Picture { get }
  /// Handles one input.
  func receive(_ input: PaneInput)
  /// Handles ready descriptors and the deadline; returns requests for the surrounding program.
  ///
  /// - Parameter ready: Descriptors that a wait found ready.
  /// - Returns: Requests to the surrounding program, in order.
  func handleWakes(_ ready: Set<Int32>) -> [HostRequest]
}

/// A pane's picture: all that a terminal shows of it.
package struct Picture: Sendable, Hashable {
  /// The lines.
  package var frame: Frame
  /// The theme.
  package var theme: Theme
  /// The title of the terminal's window.
  package var title: String
  /// Whether mouse reports are enabled.
  package var takesMouse: Bool
  /// Which links are hyperlinks.
  package var hyperlinks: HyperlinkPolicy
  /// How pictures are drawn; as characters until there is one.
  package var graphics: GraphicsChoice

  /// Creates a picture.
  package init(
    frame: Frame, theme: Theme, title: String, takesMouse: Bool = false,
    hyperlinks: HyperlinkPolicy = HyperlinkPolicy(), graphics: GraphicsChoice = .characters
  ) {
    self.frame = frame
    self.theme = theme
    self.title = title
    self.takesMouse = takesMouse
    self.hyperlinks = hyperlinks
    self.graphics = graphics
  }
}

/// Input of a pane from its loop.
package enum PaneInput: Sendable, Hashable {
  /// A key or a pasted text.
  case terminal(TerminalInput)
  /// The pane was resized to these columns and rows.
  case resized(Size)
  /// The terminal was found to support these graphics, or none any more.
  case graphics(TerminalGraphics?)
  /// How the terminal draws text was found out.
  case measured(TextMeasure)
  /// The result of a launch or copy; other requests have none.
  case answered(HostRequest, HostResult)
  /// A deep link to a message or thread.
  case linked(DeepLink)
  /// The first picture has been shown.
  case presented
  /// The process is about to be stopped, as by Ctrl-Z.
  case stopping
  /// The process was stopped and has resumed.
  case continued
}

/// The source of a pane's look and keys while it runs.
///
/// The program reads them from the user's files and watches those; a host program that builds them
/// in Swift needs none.
package protocol PaneSettings: AnyObject {
  /// Becomes readable when a file may have changed; -1 when nothing is watched.
  var descriptor: Int32 { get }
  /// Handles file events; returns whether the files must be read again.
  func takeChange() -> Bool
  /// Reads the files; returns an event `configured`.
  func load() -> Event
  /// Switches to another theme, by name or path; returns an event as ``load()`` does.
  func load(theme name: String) -> Event
  /// Changes a mute; returns an error message, nil on success.
  func change(_ change: MuteChange, of subject: MuteSubject, at now: Date) -> String?
  /// The mutes that have not ended; none when they cannot be read.
  func mutes(at now: Date) -> [ActiveMute]
  /// Writes tabs or a rule into the configuration; returns an error message, nil on success.
  func edit(_ request: EditConfiguration) -> String?
  /// Writes the look, with the theme in use, into the configuration.
  func keep(_ look: [KeepLook.Setting]) -> KeepLook.Outcome
  /// The theme of that name for a preview; nil when it cannot be read.
  func preview(theme name: String) -> Theme?
  /// Adapts to the terminal's background; returns an event as ``load()`` does, nil for no change.
  func load(on background: ScreenBackground) -> Event?
  /// The names that ``load(theme:)`` currently accepts.
  var themeNames: [String] { get }
  /// A shell script that starts the daemon; nil while it runs, and where none can be started.
  var daemonScript: String? { get }
  /// The current time zone; nil leaves it unchanged.
  ///
  /// Read whenever displayed times are drawn again, so it must be fast.
  var zone: TimeZone? { get }
}
