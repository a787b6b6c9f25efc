public import ArgumentParser
import BellboardSupport
public import InboxCore
import InboxSettings
import InboxText

extension MessageOrder: ExpressibleByArgument {}

extension Settings.ColorChoice: ExpressibleByArgument {}

/// A priority with the word for it.
struct PriorityWord: ExpressibleByArgument {
  let priority: Priority
  private let word: String

  /// Parses a name, a number or another system's word.
  init?(argument: String) {
    guard let priority = Priority(parsing: argument) else { return nil }
    (self.priority, word) = (priority, argument)
  }

  /// The word if it is another system's, which says more than the priority.
  var rest: JSONValue? {
    Priority.words[word.lowercased()] == nil ? nil : .object(["priority": .string(word)])
  }

  /// The names of all priorities, for help and completion.
  static let allValueStrings = Priority.allCases.map(\.name)
}

extension CompletionKind {
  /// Completes the names of existing inboxes.
  static var inboxNames: CompletionKind {
    .custom { _, _, _ in
      CompletionOutput.printed(environment?.paths.inboxNames.map(\.description) ?? [])
    }
  }

  /// Completes the names of available themes.
  static var themeNames: CompletionKind {
    .custom { _, _, _ in CompletionOutput.printed(environment?.themes.names ?? []) }
  }

  /// Completes the names of the other machines of the exchange.
  static var machineNames: CompletionKind {
    .custom { _, _, _ in
      let names = (try? environment?.exchangedMachines().map(\.name)) ?? []
      return CompletionOutput.printed(Set(names).sorted())
    }
  }

  /// The user's files; nil, and so no completions, if they are not accessible.
  private static var environment: UserEnvironment? { try? UserEnvironment(inboxName: nil) }
}

extension NameSpecification {
  /// `--limit`, with the letters that other programs have for it.
  static var limit: NameSpecification { [.customShort("n"), .customShort("l"), .long] }
}
