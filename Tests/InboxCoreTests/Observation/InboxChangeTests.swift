import InboxTestSupport
import Testing

@testable import InboxCore

@Suite struct InboxChangeTests {
  @Test(
    arguments: [
      (
        "new and changed at once", [.entry(1, .received, [7, 5]), .entry(2, .read, [5])], [5, 7],
        [], []
      ),
      (
        "came and went in between",
        [.entry(1, .received, [5, 6]), .entry(2, .deleted, [5]), .entry(3, .purged, [5])],
        [6], [], []
      ),
      (
        "changed, then purged", [.entry(4, .deleted, [3]), .entry(5, .purged, [2, 3])], [], [],
        [2, 3]
      ),
      ("changed twice", [.entry(4, .read, [3, 4]), .entry(5, .undone, [3])], [], [3, 4], []),
    ] as [(String, [LogEntry], [Int64], [Int64], [Int64])])
  func `a message counts once, by what became of it`(
    _ fate: String, _ entries: [LogEntry], _ inserted: [Int64], _ updated: [Int64],
    _ removed: [Int64]
  ) {
    let change = change(entries)
    #expect(change.inserted.map(\.rawValue) == inserted, "\(fate)")
    #expect(change.updated.map(\.rawValue) == updated, "\(fate)")
    #expect(change.removed.map(\.rawValue) == removed, "\(fate)")
  }

  @Test func `no entries mean a reload`() {
    #expect(change([]).isReload)
    #expect(!change([.entry(1, .read, [1])]).isReload)
  }

  private func change(_ entries: [LogEntry]) -> InboxChange {
    InboxChange(entries: entries, countsBefore: .init(), countsAfter: .init(unread: 1))
  }
}
