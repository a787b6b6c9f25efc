import InboxCore

/// A message laid out for one width: all lines that the reader can show.
///
/// It is made once for a message and a width; a frame only takes the lines in sight out of it.
struct ReaderContent: Sendable, Hashable {
  /// Columns that it was laid out for.
  let columns: Int
  /// Its lines, top first.
  let rows: [ReaderRow]

  /// Lays a message out.
  init(of message: Message, columns: Int) {
    self.columns = columns
    var layout = ReaderLayout(columns: columns)
    layout.write(message)
    rows = layout.rows
  }
}
