/// An overlay over the screens, which receives the keys; only one is open at a time.
enum Overlay: Sendable {
  case menu(MenuState)
  case prompt(PromptState)
  /// The confirmation of a bulk or permanent change.
  case question(ConfirmState)
}

/// The open overlay, and those that wait until it is closed.
struct OverlayQueue: Sendable {
  var prompt: PromptState?
  var menu: MenuState?
  var question: ConfirmState?
  /// What opens once its messages are known.
  var uncounted: UncountedQuestion?

  /// The overlay that receives the keys.
  ///
  /// A prompt precedes a menu, and a menu a question: keys typed into a prompt must not answer a
  /// question that appears meanwhile.
  var open: Overlay? {
    prompt.map(Overlay.prompt) ?? menu.map(Overlay.menu) ?? question.map(Overlay.question)
  }
}

/// A question or menu that waits for the messages that it is about.
enum UncountedQuestion: Sendable, Hashable {
  /// Waits for the number of its messages.
  case count(ConfirmState)
  /// Waits for the messages of threads or of a group.
  case members(ListMembers)
}
