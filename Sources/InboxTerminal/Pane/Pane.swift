package import Foundation
package import InboxCore
package import InboxUI

/// A part of a program that a loop runs: it takes input, waits on descriptors, and has a picture.
///
/// ``InboxPane`` is the real one; tests and probes run others. A pane never starts ncurses,
/// installs a signal handler, or touches color pairs that it did not make.
package protocol Pane: AnyObject {
  /// Descriptors that become readable when ``handleWakes(_:)`` has something to do.
  ///
  /// Negative ones are ignored, as by `poll(2)`. They may change between waits.
  var descriptors: [Int32] { get }
  /// When ``handleWakes(_:)`` has something to do although nothing is readable.
  var nextDeadline: Date? { get }
  /// The present picture.
  var picture: Picture { get }
  /// Takes one piece of input.
  func receive(_ input: PaneInput)
  /// Handles what the descriptors and the clock report; returns requests for the program around.
  ///
  /// - Parameter ready: Descriptors that a wait found ready.
  /// - Returns: Requests to the program around the pane, in order.
  func handleWakes(_ ready: Set<Int32>) -> [HostRequest]
}

/// The picture of a pane: all that a terminal shows of it.
package struct Picture: Sendable, Hashable {
  /// The lines.
  package var frame: Frame
  /// The look.
  package var theme: Theme
  /// Text for the terminal's window.
  package var title: String
  /// Whether the mouse is taken.
  package var takesMouse: Bool
  /// Which links are hyperlinks.
  package var hyperlinks: HyperlinkPolicy
  /// How pictures are to be drawn; of characters until there is one.
  package var graphics: GraphicsChoice

  /// Makes a picture.
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
  /// The pane has this many columns and rows now.
  case resized(Size)
  /// The terminal is known to have these graphics, or none any more.
  case graphics(TerminalGraphics?)
  /// A launch or a copy has ended; other requests need no answer.
  case answered(HostRequest, HostResult)
  /// Go to a message or thread.
  case linked(DeepLink)
  /// The first picture has been shown.
  case presented
  /// The process is about to be stopped, as by Ctrl-Z.
  case stopping
  /// The process was stopped and goes on.
  case continued
}

/// The source of a pane's look and keys while it runs.
///
/// The program reads them from the user's files and watches those; a host program that builds
/// them in Swift needs none.
package protocol PaneSettings: AnyObject {
  /// Becomes readable when a file may have changed; -1 when nothing is watched.
  var descriptor: Int32 { get }
  /// Takes waiting events; true when the files are to be read again.
  func takeChange() -> Bool
  /// Reads the files: an event `configured`.
  func load() -> Event
  /// Takes another theme from now on, by name or path; returns an event as ``load()`` does.
  func load(theme name: String) -> Event
  /// Mutes something, or unmutes it; returns why not, nil when it is done.
  func change(_ change: MuteChange, of subject: MuteSubject, at now: Date) -> String?
  /// The theme of that name, for a look at it; nil when it cannot be read.
  func preview(theme name: String) -> Theme?
  /// Follows the terminal's background; returns an event as ``load()`` does, nil for no change.
  func load(on background: ScreenBackground) -> Event?
  /// The names that ``load(theme:)`` knows now.
  var themeNames: [String] { get }
  /// The present time zone; nil leaves it as it is.
  ///
  /// Read whenever the times on screen are drawn again, so it has to be quick.
  var zone: TimeZone? { get }
}

extension PaneSettings {
  /// Keeps no mutes.
  package func change(
    _ change: MuteChange, of subject: MuteSubject, at now: Date
  ) -> String? {
    StatusText.mutesNotKept.words
  }

  /// The built-in themes.
  package var themeNames: [String] { ThemeLoader.builtInNames }
  /// The built-in theme of that name.
  package func preview(theme name: String) -> Theme? { Theme.builtIn(named: name) }
  /// Has one look for every background.
  package func load(on background: ScreenBackground) -> Event? { nil }
  /// Leaves the pane's own.
  package var zone: TimeZone? { nil }
}
