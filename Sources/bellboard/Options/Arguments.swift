public import ArgumentParser
import BellboardSupport
public import InboxCore
import InboxSettings
import InboxText
import InboxUI

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

/// Completion of values that are in the inbox: messages, names and filter words.
extension CompletionKind {
  /// Completes the numbers of messages, each with its source and title.
  static var messages: CompletionKind {
    values { words, _, inbox in
      let query = MessageQuery(filter: MessageFilter([]).reaching(words.reach))
      var candidates: [CompletionOutput.Candidate] = []
      try inbox.messages(matching: query, limit: mostMessages) { message in
        let note = [message.source, message.title ?? message.body ?? ""].joined(separator: " · ")
        candidates.append(
          .init(text: "\(message.number)", note: TextLayout.oneLine(note, columns: noteColumns)))
      }
      return candidates
    }
  }

  /// Completes sources, and the paths above them.
  static var sources: CompletionKind {
    values { _, _, inbox in
      let paths = try inbox.sourceCounts().map(\.source)
      return Set(paths.flatMap { [$0] + $0.parentPaths }).sorted().map { .init(text: $0) }
    }
  }

  static var threads: CompletionKind {
    values { _, _, inbox in try inbox.threadNames().map { .init(text: $0) } }
  }

  /// Completes the last word of a filter as the screen does: its name, then its value.
  static var filterWords: CompletionKind {
    values { _, typed, inbox in
      // In quotes a filter may have several words; the shell replaces all of them.
      let start = typed.dropLast(typed.reversed().prefix { $0 != " " }.count)
      var names = try inbox.filterNames()
      names.names += try inbox.threadNames().map { .init(.thread($0)) }
      return FilterCompletion.words(of: typed, names).map {
        .init(text: start + $0.text, note: $0.note)
      }
    }
  }

  /// Maximum number of messages that are offered.
  private static let mostMessages = 100
  /// Maximum columns of the text beside a message's number.
  private static let noteColumns = 60

  /// Completes values that are read from the inbox of the command line; none if that fails.
  private static func values(
    _ read:
      @escaping @Sendable (CompletedWords, String, Inbox) throws ->
      [CompletionOutput.Candidate]
  ) -> CompletionKind {
    .custom { words, _, typed in
      let words = CompletedWords(words: words)
      let environment = try? UserEnvironment(inboxName: words.inboxName)
      guard let environment, environment.isMade,
        let inbox = try? environment.openExisting(durability: .normal)
      else { return [] }
      defer { inbox.closeQuietly() }
      // Shells pass on the quote before a word.
      let typed = String(typed.drop { $0 == "'" || $0 == "\"" })
      return CompletionOutput.printed((try? read(words, typed, inbox)) ?? [])
    }
  }
}

/// The words of a command line that is being completed, as the shell passes them on.
struct CompletedWords {
  /// All words, with the program first.
  let words: [String]

  /// The value of `--inbox`; nil if there is none.
  var inboxName: String? {
    if let index = words.firstIndex(of: "--inbox"), words.indices.contains(index + 1) {
      return words[index + 1].isEmpty ? nil : words[index + 1]
    }
    let name = words.first { $0.hasPrefix("--inbox=") }?.dropFirst("--inbox=".count)
    return name.flatMap { $0.isEmpty ? nil : String($0) }
  }

  /// The messages that the command acts on.
  var reach: MessageFilter {
    let words = Bellboard.beginningWithCommand(Array(words.dropFirst()))
    return Bellboard.called(by: words)?.command.reach ?? .all
  }
}

extension TemplateSubject {
  /// The names of the fields in braces, for help.
  static var templateFieldNames: String { fieldNames.map { "{\($0)}" }.joined(separator: ", ") }

  /// Parses the template of `--format`; `\n` and `\t` are a newline and a tab.
  ///
  /// - Throws: `ValidationError`, such as for an unknown field.
  static func template(parsing text: String) throws -> Template {
    let text = text.replacing("\\n", with: "\n").replacing("\\t", with: "\t")
    do throws(TemplateError) {
      return try Template(text, names: fieldNames)
    } catch {
      throw ValidationError("\(error).")
    }
  }
}
