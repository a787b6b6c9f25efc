public import Foundation
public import InboxUI

/// Where a pane gets its look and its keys from, while it runs.
///
/// The program reads them from the user's files and watches those; a host program that builds
/// them in Swift needs none.
public protocol PaneSettings: AnyObject {
  /// Becomes readable when a file may have changed; -1 when nothing is watched.
  var descriptor: Int32 { get }
  /// Takes what is waiting on the descriptor; true when the files are to be read anew.
  func takeChange() -> Bool
  /// Reads the files: an event `configured`.
  func load() -> Event
  /// Takes another theme from now on, by name or path; answers as ``load()`` does.
  func load(theme name: String) -> Event
  /// The names that ``load(theme:)`` knows, as they are now.
  var themeNames: [String] { get }
  /// The time zone by now; nil leaves it as it is.
  ///
  /// Asked whenever the moments on screen are drawn anew, so it has to be quick.
  var zone: TimeZone? { get }
}

extension PaneSettings {
  /// Those that are built in.
  public var themeNames: [String] { ThemeLoader.builtInNames }
  /// The pane's own.
  public var zone: TimeZone? { nil }
}
