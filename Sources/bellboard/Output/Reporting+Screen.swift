import BellboardSupport
package import InboxSettings
package import InboxTerminal
import InboxText

extension TerminalError: Reportable {
  package var report: String { message.printable() }
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
