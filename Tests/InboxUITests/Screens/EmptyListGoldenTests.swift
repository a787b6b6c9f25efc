import Foundation
import InboxCore
import InboxTestSupport
import InboxUI
import Testing

@Suite struct EmptyListGoldenTests {
  private func check(_ inbox: SimulatedInbox, _ name: String) throws {
    let frame = inbox.state.frame(at: inbox.now, in: .gmt)
    try Golden("\(name)-\(frame.size.columns)x\(frame.size.rows)").check(frame)
  }

  @Test(arguments: [(80, 12), (20, 5)])
  func `an inbox without messages says so`(columns: Int, rows: Int) throws {
    try check(SimulatedInbox(count: 0, size: Size(columns: columns, rows: rows)), "empty")
  }

  @Test func `a filter without matches is named`() throws {
    var inbox = SimulatedInbox(count: 3, size: Size(columns: 80, rows: 12))
    inbox.press("F")
    inbox.send(.pasted("is:pinned nothing"))
    inbox.press("Enter")
    try check(inbox, "empty-filtered")
  }

  @Test func `an empty trash has a text of its own`() throws {
    var inbox = SimulatedInbox(count: 3, size: Size(columns: 80, rows: 12))
    inbox.press("T")
    try check(inbox, "empty-trash")
  }
}
