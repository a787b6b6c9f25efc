import Foundation
import InboxCore
import InboxText
import InboxUI

/// The commands with their arguments, as the parser describes itself.
struct CommandTree: Decodable {
  /// A command and those below it.
  struct Command: Decodable {
    var commandName: String
    var abstract: String?
    var discussion: String?
    var arguments: [Argument]?
    var subcommands: [Command]?
    var shouldDisplay: Bool?

    /// The arguments that help shows too, but for `--help`, which every command has.
    var shownArguments: [Argument] {
      (arguments ?? []).filter { $0.shouldDisplay ?? true && $0.valueName != "help" }
    }

    /// The commands below that help shows too.
    var shownSubcommands: [Command] {
      (subcommands ?? []).filter { $0.shouldDisplay ?? true && $0.commandName != "help" }
    }
  }

  /// A flag, an option or a word.
  struct Argument: Decodable {
    /// A name by which it is written.
    struct Name: Decodable {
      var kind: String
      var name: String
    }

    var kind: String
    var names: [Name]?
    var valueName: String?
    var abstract: String?
    var defaultValue: String?
    var allValues: [String]?
    var shouldDisplay: Bool?
  }

  /// The program.
  var command: Command

  /// Reads what the parser says of itself.
  ///
  /// - Throws: `DecodingError` when it says it in another form.
  init(json: String) throws {
    self = try JSONDecoder().decode(CommandTree.self, from: Data(json.utf8))
  }
}

extension CommandTree.Argument {
  /// All its names with dashes, short ones first; empty for a word.
  var dashedNames: [String] {
    (names ?? []).map { $0.kind == "short" ? "-\($0.name)" : "--\($0.name)" }
      .sorted { ($0.count, $0) < ($1.count, $1) }
  }

  /// Its value's name in angle brackets; nil for a flag.
  var placeholder: String? {
    kind == "flag" ? nil : "<\(valueName ?? "value")>"
  }
}

/// The filter words, explained for help texts from their own table.
enum FilterHelp {
  /// A paragraph and one line a word.
  static var text: String {
    """
    Filter words, all of which have to match; of those with the same name any one; a '-' before \
    one turns it round:

    """
      + FilterWord.all.map { word in
        let usage = TextLayout.pad(word.name + (word.argument ?? ""), columns: 18)
        return "  \(usage)  \(word.summary)"
      }.joined(separator: "\n")
  }
}
