/// An overlay over the screens, which receives the keys; only one is open at a time.
enum Overlay: Sendable {
  case menu(MenuState)
  case prompt(PromptState)
  /// The confirmation of a bulk or permanent change.
  case question(ConfirmState)
}

/// The open overlay, and those that wait until it is closed.
///
/// A prompt precedes a menu, and a menu a question: keys typed into a prompt must not answer a
/// question that appears meanwhile.
struct OverlayQueue: Sendable {
  /// The overlays by precedence, at most one per kind; the first is open.
  private var queue: [Overlay] = []
  /// What opens once its messages are known.
  var uncounted: UncountedQuestion?

  var open: Overlay? { queue.first }

  var prompt: PromptState? {
    get {
      for case .prompt(let prompt) in queue { return prompt }
      return nil
    }
    set { replace(.prompt, by: newValue.map(Overlay.prompt)) }
  }

  var menu: MenuState? {
    get {
      for case .menu(let menu) in queue { return menu }
      return nil
    }
    set { replace(.menu, by: newValue.map(Overlay.menu)) }
  }

  var question: ConfirmState? {
    get {
      for case .question(let question) in queue { return question }
      return nil
    }
    set { replace(.question, by: newValue.map(Overlay.question)) }
  }

  private mutating func replace(_ kind: Overlay.Kind, by overlay: Overlay?) {
    queue.removeAll { $0.kind == kind }
    guard let overlay else { return }
    queue.insert(overlay, at: queue.firstIndex { $0.kind > kind } ?? queue.count)
  }
}

/// A question or menu that waits for the messages that it is about.
enum UncountedQuestion: Sendable, Hashable {
  /// Waits for the number of its messages.
  case count(ConfirmState)
  /// Waits for the messages of threads or of a group.
  case members(ListMembers)
}

extension Overlay {
  /// Kinds by precedence.
  fileprivate enum Kind: Int, Comparable {
    case prompt, menu, question

    static func < (one: Kind, other: Kind) -> Bool { one.rawValue < other.rawValue }
  }

  fileprivate var kind: Kind {
    switch self {
    case .prompt: .prompt
    case .menu: .menu
    case .question: .question
    }
  }
}
