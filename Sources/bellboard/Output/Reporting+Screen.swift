import BellboardSupport
package import InboxSettings
package import InboxTerminal
import InboxText

extension TerminalError: Reportable {
  package var report: String { message.printable() + advice }

  /// The suggestion of a command that works without a screen.
  private var advice: String {
    switch self {
    case .inputIsNoTerminal: " In a script use a command: bellboard list."
    case .outputIsNoTerminal: " To pipe or save, use: bellboard list."
    case .typeUnfit: " Or use a command: bellboard list."
    case .typeMissing, .typeUnknown, .cannotStart: ""
    }
  }
}

extension ClipboardError: Reportable {
  package var report: String { message.printable() }
}

extension ThemeLookupError: Reportable {
  package var report: String {
    if case .notFound(_, nearest: nil) = self {
      return description.printable() + "; 'bellboard theme list' shows which there are"
    }
    return description.printable()
  }
}
