import ArgumentParser
import BellboardSupport
import Foundation
import InboxCore
import InboxUI

/// The options that select the messages of a command: ids, a filter, or all.
struct SelectionOptions: ParsableArguments {
  @Argument(help: "Messages: @number, id, or the start of an id.", completion: .messages)
  var ids: [String] = []

  @OptionGroup var filter: FilterOptions

  @Flag(help: "Every message in the list; hidden ones too with --filter is:any.")
  var all = false

  func validate() throws {
    let ways = [!ids.isEmpty, !filter.filters.isEmpty, all].count(where: \.self)
    guard ways == 1 else {
      throw ValidationError(
        ways == 0
          ? "Specify which messages: ids, --filter or --all."
          : "Specify either ids, --filter or --all, not several of them.")
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
        selection: .numbers(resolution.numbers),
        problems: try inbox.problems(of: resolution, filterOption: "--filter"))
    }
    let meant = try filter.filter(at: now).reaching(reach).sparingTrash
    return ResolvedSelection(selection: .matching(meant), problems: [])
  }
}

/// The options of a command that changes messages.
struct ActingOptions: ParsableArguments {
  @OptionGroup var inbox: InboxOptions
  @OptionGroup var chosen: SelectionOptions

  @Flag(name: .customLong("dry-run"), help: "Change nothing; print how many messages would change.")
  var isDryRun = false

  /// The result of a dry run: `would change 12`, and a sentence on a terminal.
  func forecast(
    _ verb: String, _ outcome: ChangeOutcome, _ output: StandardOutput, _ ending: String = ""
  ) -> String {
    let count = outcome.changedCount
    guard output.isTerminal else { return "would \(verb) \(count)\(ending)" }
    let left = outcome.unchangedCount
    return "Would \(verb) \(MessageCount.text(count))\(ending)"
      + (left == 0 ? "" : " (\(left) left as is)") + "; nothing was changed"
  }
}

extension MessageFilter {
  /// The filter with further terms, in each of its alternatives.
  func adding(_ terms: [Term]) -> MessageFilter {
    mapAlternatives { alternative in
      var alternative = alternative
      alternative.terms += terms
      return alternative
    }
  }

  /// The filter within another scope than the list, unless it names a status or phase itself.
  func reaching(_ reach: MessageFilter) -> MessageFilter {
    mapAlternatives { alternative in
      alternative.adding(reach.terms.filter { !alternative.names($0.condition) })
    }
  }

  /// The filter without the trash that `is:any` has too: `read` would take messages out of it.
  fileprivate var sparingTrash: MessageFilter {
    mapAlternatives { alternative in
      let (all, trash) = (Term(.anyState), Condition.status(.deleted))
      guard alternative.terms.contains(all), !alternative.terms.contains(Term(trash)) else {
        return alternative
      }
      return alternative.adding([Term(trash, isNegated: true)])
    }
  }

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
    case .matching(let filter): try inbox.count(matching: filter)
    case .seen(let selection, _, _): try selection.count(in: inbox)
    }
  }

  /// Maps each selected message, reading them one at a time.
  ///
  /// - Throws: `InboxError`.
  func messages<Wanted>(in inbox: Inbox, _ wanted: (Message) -> Wanted) throws -> [Wanted] {
    switch self {
    case .numbers(let numbers): return try inbox.messages(numbers).map(wanted)
    case .matching(let filter):
      var found: [Wanted] = []
      let query = MessageQuery(filter: filter)
      try inbox.messages(matching: query, limit: nil) { found.append(wanted($0)) }
      return found
    case .seen(let selection, _, _): return try selection.messages(in: inbox, wanted)
    }
  }
}
