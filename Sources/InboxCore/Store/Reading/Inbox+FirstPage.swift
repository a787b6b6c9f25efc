package import Foundation

extension Inbox {
  /// Prepares the statements of the first frame of a list.
  ///
  /// A screen calls it while its terminal starts. Errors are ignored: they recur, and are
  /// reported, when the frame is read.
  ///
  /// - Parameters:
  ///   - query: The query of the list.
  ///   - zone: The time zone of its days.
  package func prepareFirstPage(of query: MessageQuery, in zone: TimeZone) {
    var query = query
    query.isLed = true
    // The frame's own read waits for this one, which must not scan a huge inbox first.
    guard
      let page = try? snapshot(of: query, in: MessageWindow(limit: 1), within: .milliseconds(4)),
      let row = page.rows.first
    else { return }
    _ = try? messages([row.number])
    var grouped = query
    grouped.grouping = MessageGrouping(.day(zone))
    var reader = GroupReader(.day(zone))
    let day = MessageGroup.day(reader.day(of: row.sortDate, in: zone))
    _ = try? counts(of: [.needed, .pinned, day], in: grouped, within: .milliseconds(1))
  }
}
