import InboxCore
import InboxTestSupport

@testable import InboxUI

extension ScreenDriver {
  /// The completions of the line that is being typed; nil when none can be known.
  var completion: Completion? { state.overlays.prompt?.completion(among: CompletionNames(state)) }

  /// The note beside the line; empty without one.
  var promptNote: String {
    state.overlays.prompt.map {
      state.prompting.note(on: $0, filtering: state.list)
    } ?? ""
  }

  /// The text of the line that is being typed.
  var prompt: String? { state.overlays.prompt?.text }

  /// What is wrong with that line.
  var promptError: String? { state.overlays.prompt?.error?.message }

  /// The question that is asked.
  var question: String? { state.overlays.question?.sentence }

  /// The banner of an alert.
  var banner: Banner? { state.alerts.banner }

  /// The message of that banner.
  var alerted: MessageNumber? { banner?.arrival.number }

  /// The screens, from the list up.
  var screens: [Screen] { state.stack.screens }

  /// The menu that is open.
  var menu: MenuState? { state.menu }

  /// What the marks of a search or a filter stand on.
  var matches: [String] { frame.lines.texts(of: .match) }

  /// The titles of the rows, those of collapsed threads by the names of their messages.
  var threadTitles: [String] { rows.map { $0.titledByNames.title ?? "" } }
}
