import Foundation
import InboxTestSupport
import Testing

@testable import InboxCore

@Suite struct InboxChangeTests {
  @Test func `what is new and changed at once counts as inserted`() {
    let change = change(.entry(1, .received, [7, 5]), .entry(2, .read, [5]))
    #expect(change.inserted.map(\.rawValue) == [5, 7])
    #expect(change.updated.map(\.rawValue) == [])
    #expect(change.removed.map(\.rawValue) == [])
  }

  @Test func `what came and went in between is not reported`() {
    let change = change(
      .entry(1, .received, [5, 6]), .entry(2, .deleted, [5]), .entry(3, .purged, [5]))
    #expect(change.inserted.map(\.rawValue) == [6])
    #expect(change.updated.map(\.rawValue) == [])
    #expect(change.removed.map(\.rawValue) == [])
  }

  @Test func `what changed and was then purged is removed`() {
    let change = change(.entry(4, .deleted, [3]), .entry(5, .purged, [2, 3]))
    #expect(change.inserted.map(\.rawValue) == [])
    #expect(change.updated.map(\.rawValue) == [])
    #expect(change.removed.map(\.rawValue) == [2, 3])
  }

  @Test func `a message changed twice is updated once`() {
    let change = change(.entry(4, .read, [3, 4]), .entry(5, .undone, [3]))
    #expect(change.updated.map(\.rawValue) == [3, 4])
  }

  @Test func `no entries mean a reload`() {
    #expect(change().isReload)
    #expect(!change(.entry(1, .read, [1])).isReload)
  }

  private func change(_ entries: LogEntry...) -> InboxChange {
    InboxChange(entries: entries, countsBefore: .init(), countsAfter: .init(unread: 1))
  }
}
