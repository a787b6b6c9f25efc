import BellboardSupport
import ArgumentParser
import Foundation
import InboxCore

/// The options that select the messages of a command: ids, a filter, or all.
struct SelectionOptions: ParsableArguments {
  @Argument(help: "Messages: @number, id, or the start of an id.")
  var ids: [String] = []

  @OptionGroup var filter: FilterOptions

  @Flag(name: .long, help: "Every message in the list.")
  var all = false

  @Flag(
    name: .long,
    help: "Every message, including hidden, expired and alert-only ones.")
  var everything = false

  func validate() throws {
    let ways = [!ids.isEmpty, !filter.filters.isEmpty, all, everything].count(where: \.self)
    guard ways == 1 else {
      throw ValidationError(
        ways == 0
          ? "Specify which messages: ids, --filter, --all or --everything."
          : "Specify either ids, --filter, --all or --everything, not several of them.")
    }
  }

  /// Resolves the options to a selection, with an error for each unknown reference.
  ///
  /// `reach` is the scope of `--filter` and `--all`, unless the filter names one itself.
  func selection(
    in inbox: Inbox, among reach: MessageFilter, at now: Date
  ) throws -> ResolvedSelection {
    guard ids.isEmpty else {
      let resolution = try inbox.resolve(ids)
      return ResolvedSelection(
        selection: .numbers(resolution.numbers), problems: ErrorText.problems(of: resolution))
    }
    if everything, !reach.names(.status(.deleted)) {
      return ResolvedSelection(selection: .everything, problems: [])
    }
    let written = try filter.filter(at: now)
    let meant = written.mapAlternatives { alternative in
      var alternative = alternative
      alternative.terms += reach.terms.filter { !alternative.names($0.condition) }
      return alternative
    }
    return ResolvedSelection(selection: .matching(meant), problems: [])
  }
}

extension MessageFilter {
  /// Whether it has a condition of the same kind (status or phase), which replaces the default.
  fileprivate func names(_ condition: Condition) -> Bool {
    terms.contains { term in
      switch (term.condition, condition) {
      case (.status, .status), (.phase, .phase): true
      default: false
      }
    }
  }
}

/// A selection with its references resolved.
struct ResolvedSelection {
  /// The messages that were found.
  var selection: MessageSelection
  /// An error for each reference that matches no message, or several; one sentence each.
  var problems: [String]

  /// Whether references were given and none matched.
  var isEmpty: Bool { selection == .numbers([]) }
}

extension MessageSelection {
  /// The maximum number of selected messages, without reading them.
  ///
  /// - Throws: `InboxError`.
  func count(in inbox: Inbox) throws -> Int {
    switch self {
    case .numbers(let numbers): numbers.count
    case .matching(let filter, _): try inbox.count(matching: filter)
    case .everything: try inbox.counts().stored - inbox.counts().deleted
    }
  }

  /// Maps each selected message, reading them one at a time.
  ///
  /// - Throws: `InboxError`.
  func messages<Wanted>(
    in inbox: Inbox, _ wanted: (Message) -> Wanted
  ) throws -> [Wanted] {
    switch self {
    case .numbers(let numbers): return try inbox.messages(numbers).map(wanted)
    case .everything:
      var found: [Wanted] = []
      try inbox.exportMessages { if $0.status != .deleted { found.append(wanted($0)) } }
      return found
    case .matching(let filter, let last):
      var found: [Wanted] = []
      try inbox.messages(matching: MessageQuery(filter: filter), limit: nil) { message in
        guard last.map({ message.number <= $0 }) ?? true else { return }
        found.append(wanted(message))
      }
      return found
    }
  }
}
