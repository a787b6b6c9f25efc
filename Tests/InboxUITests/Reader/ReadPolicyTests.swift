import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

@Suite("what viewing does")
struct ReadPolicyTests {
  private func verbs(_ change: (inout ScreenPreferences) -> Void) -> [Verb] {
    var preferences = ScreenPreferences()
    change(&preferences)
    var state = UIState(size: Size(columns: 80, rows: 24), preferences: preferences)
    let row = MessageRow(number: 1, source: "s", title: "One", sortDate: .testing)
    _ = state.update(.snapshot(InboxSnapshot(rows: [row])), at: .testing)
    return state.update(.key(.enter), at: .testing).compactMap { effect in
      guard let request = effect.request(ChangeMessages.self) else { return nil }
      return request.verb
    }
  }

  @Test func `viewing marks read unless the person keeps that to themselves`() {
    #expect(verbs { _ in } == [.view])
    #expect(verbs { $0.viewMarksRead = false } == [.peek])
  }
}
