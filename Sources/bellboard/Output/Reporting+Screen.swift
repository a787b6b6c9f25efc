import BellboardSupport
package import InboxPayloads
package import InboxSettings
import InboxTOML
package import InboxTerminal
import InboxText

extension TerminalError: Reportable {
  package var report: String { message.printable() + advice }

  /// The suggestion of a command that works without a screen.
  private var advice: String {
    switch self {
    case .inputIsNoTerminal: "; in a script use a command: bellboard list"
    case .outputIsNoTerminal: "; to pipe or save, use: bellboard list"
    case .typeUnfit: ", or a command: bellboard list"
    case .typeMissing, .typeUnknown, .cannotStart: ""
    }
  }
}

extension ClipboardError: Reportable {
  package var report: String { CommandWording.text(message.printable()) }
}

/// The wording of the screen's status line, made that of commands.
enum CommandWording {
  /// Makes the first letter small and the quotes straight: `Not copied: “xclip” …` becomes
  /// `not copied: 'xclip' …`.
  static func text(_ words: String) -> String {
    let lower: String = words.prefix(1).lowercased() + words.dropFirst()
    return lower.replacing("“", with: "'").replacing("”", with: "'").replacing(" · ", with: "; ")
  }
}

extension ThemeLookupError: Reportable {
  package var report: String {
    if case .notFound(_, nearest: nil) = self {
      return description.printable() + "; 'bellboard theme list' shows which there are"
    }
    return description.printable()
  }
}

extension WebhookVendorError: Reportable {
  package var report: String {
    errors.map(\.description).joined(separator: "\n\(StandardError.programName): ")
  }
}
