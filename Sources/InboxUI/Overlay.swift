/// What lies over the screens and takes the keys; only one is open at a time.
enum Overlay: Sendable {
  /// The choices of a menu.
  case menu(MenuState)
  /// The line that is being typed.
  case prompt(PromptState)
  /// The confirmation of a bulk or permanent change.
  case question(ConfirmState)
}

/// The overlay that is open, and those that wait until it is closed.
///
/// A line goes before a menu and a menu before a question: no letter of a line may answer a question
/// that comes up while it is typed.
struct OverlayQueue: Sendable {
  /// The overlays by precedence, at most one of each kind; the first one is open.
  private var queue: [Overlay] = []
  /// The question that opens once its messages are counted.
  var uncounted: ConfirmState?

  /// The overlay that is open; nil while none is.
  var open: Overlay? { queue.first }

  /// The line that is being typed; nil while none is.
  var prompt: PromptState? {
    get {
      for case .prompt(let prompt) in queue { return prompt }
      return nil
    }
    set { replace(.prompt, by: newValue.map(Overlay.prompt)) }
  }

  /// The menu; nil without one.
  var menu: MenuState? {
    get {
      for case .menu(let menu) in queue { return menu }
      return nil
    }
    set { replace(.menu, by: newValue.map(Overlay.menu)) }
  }

  /// The question; nil without one.
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

extension Overlay {
  /// The kinds in the order of their precedence.
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
