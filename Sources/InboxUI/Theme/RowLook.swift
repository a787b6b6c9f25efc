/// What a row of the list shows beside its colours: the mark and how many lines of text.
public struct RowLook: Sendable, Hashable {
  /// Text in the first column; it tells unread from read without colour.
  public var mark: String
  /// Most lines of the title; 0 hides it.
  public var titleLines: Int
  /// Most lines of the message text; 0 hides it.
  public var messageLines: Int

  /// Makes a look.
  public init(mark: String, titleLines: Int, messageLines: Int) {
    self.mark = mark
    self.titleLines = titleLines
    self.messageLines = messageLines
  }

  /// An unread message where a theme says nothing else.
  public static let unread = RowLook(mark: "●", titleLines: 1, messageLines: 2)
  /// A read message where a theme says nothing else.
  public static let read = RowLook(mark: " ", titleLines: 1, messageLines: 1)
}
