public import InboxUI

/// What frames are shown on and keys come from.
public protocol Terminal: AnyObject {
  /// Columns and rows just now.
  var size: Size { get }
  /// Becomes readable when a key may be waiting.
  var inputDescriptor: Int32 { get }
}
