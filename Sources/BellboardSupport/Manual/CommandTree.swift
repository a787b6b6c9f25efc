import Foundation

/// The commands with their arguments, from the parser's dump.
package struct CommandTree: Decodable {
  /// A command with its subcommands.
  package struct Command: Decodable {
    package var commandName: String
    package var abstract: String?
    package var discussion: String?
    package var arguments: [Argument]?
    package var subcommands: [Command]?
    package var shouldDisplay: Bool?

    /// The arguments that help shows, without `--help` and `--version`.
    package var shownArguments: [Argument] {
      (arguments ?? []).filter { argument in
        argument.shouldDisplay ?? true && !["help", "version"].contains(argument.valueName)
      }
    }

    /// The subcommands that help shows.
    package var shownSubcommands: [Command] {
      (subcommands ?? []).filter { $0.shouldDisplay ?? true && $0.commandName != "help" }
    }
  }

  /// A flag, an option or a positional argument.
  package struct Argument: Decodable {
    /// A name of an argument.
    package struct Name: Decodable {
      package var kind: String
      package var name: String
    }

    package var kind: String
    package var names: [Name]?
    package var valueName: String?
    package var abstract: String?
    package var defaultValue: String?
    package var allValues: [String]?
    package var shouldDisplay: Bool?
  }

  /// The program.
  package var command: Command

  /// Decodes the parser's dump.
  ///
  /// - Throws: `DecodingError` for an unknown format.
  package init(json: String) throws {
    self = try JSONDecoder().decode(CommandTree.self, from: Data(json.utf8))
  }
}

extension CommandTree.Argument {
  /// All its names with dashes, short ones first; empty for a positional argument.
  package var dashedNames: [String] {
    (names ?? []).map { $0.kind == "short" ? "-\($0.name)" : "--\($0.name)" }
      .sorted { ($0.count, $0) < ($1.count, $1) }
  }

  /// Its value's name in angle brackets; nil for a flag.
  package var placeholder: String? {
    kind == "flag" ? nil : "<\(valueName ?? "value")>"
  }
}
