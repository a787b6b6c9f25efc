/// How far a change of many messages has come.
///
/// Small changes tell none: the first comes after ``step`` messages, the next as many later, so
/// that they come some ten times a second. All of it is one transaction still.
public struct BulkProgress: Sendable, Hashable {
  /// So many messages lie between two reports.
  public static let step = 10_000

  /// Messages that have been changed.
  public var done: Int
  /// Messages that will be changed.
  public var total: Int

  /// Makes a report.
  public init(done: Int, total: Int) {
    self.done = done
    self.total = total
  }

  /// Takes reports, on the thread that makes the change.
  public typealias Report = (BulkProgress) -> Void
}
