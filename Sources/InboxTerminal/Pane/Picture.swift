public import InboxUI

/// All that a terminal shows of a pane.
public struct Picture: Sendable, Hashable {
  /// The lines.
  public var frame: Frame
  /// The look.
  public var theme: Theme
  /// Text for the terminal's window.
  public var title: String

  /// Makes a picture.
  public init(frame: Frame, theme: Theme, title: String) {
    self.frame = frame
    self.theme = theme
    self.title = title
  }
}
