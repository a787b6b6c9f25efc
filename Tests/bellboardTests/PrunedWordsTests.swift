import BellboardSupport
import InboxUI
import Testing

/// The words about messages that the maximum removed.
struct PrunedWordsTests {
  @Test(arguments: [1, 3]) func `the screen and push say the same`(count: Int) {
    let onScreen = StatusText.prunedUnread(count, setting: "maximum_notifications").words
    #expect(
      ErrorText.pruned(unread: count, maximum: 10).hasPrefix("note: " + onScreen + ", which is 10"))
  }
}
