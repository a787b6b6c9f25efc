import Foundation
import InboxCore
import InboxTestSupport
import InboxUI
import Testing

/// A thread as a person sees it.
@Suite struct ThreadGoldenTests {
  private func thread(_ count: Int, size: Size) -> UIState {
    var state = UIState(size: size)
    _ = state.start()
    state.send(.linked(.thread("chat/ana & joe")))
    var snapshot = InboxSnapshot(query: state.list.query, sequence: 1)
    snapshot.rows = (0..<count).map { index in
      MessageRow(
        number: MessageNumber(Int64(index + 1)), source: "chat/thread-7",
        title: index.isMultiple(of: 2) ? "Ana: are you there?" : "Joe: 会議中です",
        excerpt: "The deploy is waiting for your approval, see the checklist.",
        thread: "chat/ana & joe", status: index < 2 ? .read : .unread,
        sortDate: .testing(Double(index) * 600))
    }
    state.send(.snapshot(snapshot))
    return state
  }

  @Test(arguments: Size.recorded) func `a thread, the newest at its end`(size: Size) throws {
    try thread(5, size: size).checkGolden("thread")
  }

  @Test(arguments: Size.recorded) func `a thread without a message`(size: Size) throws {
    try thread(0, size: size).checkGolden("empty-thread")
  }
}
