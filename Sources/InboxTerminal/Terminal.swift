public import InboxUI

/// What frames are shown on and keys come from.
///
/// ``NCursesTerminal`` is the real one; tests script another. All members belong to the thread of
/// the loop.
public protocol Terminal: AnyObject {
  /// Columns and rows just now.
  var size: Size { get }
  /// Becomes readable when a key may be waiting; it may also wait inside ``readInput()``.
  var inputDescriptor: Int32 { get }
  /// Shows a frame in the look of a theme.
  func show(_ frame: Frame, in theme: Theme)
  /// Takes the next piece of input that waits; nil when there is none.
  func readInput() -> TerminalInput?
  /// Rings, notifies the desktop or copies, as an inbox asks; other requests are the loop's.
  func perform(_ request: HostRequest)
  /// Does something for the loop other than drawing.
  func perform(_ request: TerminalRequest)
}
