/// What a line changes while it is typed, and the lines of before.
struct PromptSession: Sendable {
  /// What the screen shows of a line while it is typed.
  private enum Live: Sendable {
    /// A search: the cursor goes to what it finds.
    case search(LiveSearch)
    /// A filter: the list as it was before.
    case filter(before: ListState)
    /// A jump by title: the menu of the messages that match.
    case titles(TitleMenu)
  }

  /// The lines that were accepted in this session.
  var history = PromptHistory()
  /// Lines that were being typed when a deep link came, for when their screen is back.
  var held = HeldPrompts()
  private var live: Live?

  /// The search that is being typed in a list.
  var search: LiveSearch? {
    get { if case .search(let search) = live { search } else { nil } }
    set { if newValue != nil || search != nil { live = newValue.map(Live.search) } }
  }

  /// The list before the filter that is being typed.
  var filterBefore: ListState? {
    get { if case .filter(let before) = live { before } else { nil } }
    set { if newValue != nil || filterBefore != nil { live = newValue.map(Live.filter) } }
  }

  /// The messages whose titles match what is being typed.
  var titles: TitleMenu? {
    get { if case .titles(let titles) = live { titles } else { nil } }
    set { if newValue != nil || titles != nil { live = newValue.map(Live.titles) } }
  }

  /// Ends what the screen shows of the line.
  mutating func end() {
    live = nil
  }
}
