import InboxTestSupport

@testable import InboxUI

extension ScreenDriver {
  /// The completions of the line that is being typed; nil when none can be known.
  var completion: Completion? {
    state.overlays.prompt?.completion(among: CompletionNames(state))
  }

  /// The note beside the line; empty without one.
  var promptNote: String {
    state.overlays.prompt.map {
      state.prompting.note(
        on: $0, CompletionNames.filterNames(of: state), filtering: state.list)
    } ?? ""
  }

  /// The text of the line that is being typed after keys.
  mutating func prompt(after names: String...) -> String? {
    press(names.joined(separator: " "))
    return state.overlays.prompt?.text
  }

  /// The question that is asked after keys.
  mutating func question(after names: String...) -> String? {
    press(names.joined(separator: " "))
    return state.overlays.question?.sentence
  }
}
