package import Foundation

extension Inbox {
  /// Prepares the statements by which the first frame of a list is read.
  ///
  /// A screen has this done beside the start of its terminal. What fails here fails again, and is
  /// told, when it is read.
  ///
  /// - Parameters:
  ///   - query: The messages of the list.
  ///   - zone: The time zone of its days.
  package func prepareFirstPage(of query: MessageQuery, in zone: TimeZone) {
    // The frame's own reading waits for this one, which must not look through a huge inbox first.
    guard
      let page = try? snapshot(of: query, in: MessageWindow(limit: 1), within: .milliseconds(4)),
      let row = page.rows.first
    else { return }
    _ = try? messages([row.number])
    var grouped = query
    grouped.grouping = MessageGrouping(.day(zone))
    var reader = GroupReader(.day(zone))
    let day = MessageGroup.day(reader.day(of: row.sortDate, in: zone))
    _ = try? counts(of: [.pinned, day], in: grouped, within: .milliseconds(1))
  }
}
