import Foundation
import GRDB
import InboxText

extension Database {
  /// Brings back the newest message that is done of each thread with news, as unread.
  ///
  /// It is one entry of the log, and no step to undo.
  func reopenNewest(ofThreads threads: Set<String>, at now: Date) throws {
    let statement = try cachedStatement(
      sql: """
        SELECT number FROM message INDEXED BY message_done_by_thread
        WHERE thread = ? AND done_at IS NOT NULL AND place = \(Place.done.rawValue)
        ORDER BY sort_at DESC, number DESC LIMIT 1
        """)
    let numbers = try threads.compactMap { thread in
      try Int64.fetchOne(statement, arguments: [thread.storable]).map { MessageNumber($0) }
    }.sorted()
    guard !numbers.isEmpty else { return }
    var writes: [StateWrite: [MessageNumber]] = [:]
    _ = try forEachRow(of: numbers, reading: MessageState.selection) { row in
      let before = try MessageState(row: row, from: 1)
      let after = before.applying(.unread, at: now.milliseconds)
      writes[StateWrite(from: before, to: after), default: []].append(try row.messageNumber(0))
    }
    try setStates(writes, at: now.milliseconds)
    try appendLog(.reopened, numbers, at: now)
  }
}
