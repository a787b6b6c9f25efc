import BellboardSupport
import Foundation
import InboxSettings
import InboxTOML
import InboxText

/// Topics on an ntfy server, parsed from an answer: the server, a slash, the topics.
struct SetupTopics {
  /// The table for the configuration.
  let table: String

  /// Parses an answer; the table's name differs from existing ones.
  init(_ answer: String, beside names: [String]) {
    let server = answer.prefix(upTo: answer.lastIndex(of: "/") ?? answer.startIndex)
    let topics = answer.split(separator: "/").last.map { $0.split(separator: ",") } ?? []
    let host = server.split(separator: "/").last.map(String.init) ?? ""
    let usual = host.replacing(":", with: "-")
    let name = names.contains(usual) ? "\(usual)-\(topics.first ?? "")" : nil
    let nameLine = name.map { "name = \(TOMLText.string($0))\n" } ?? ""
    table = """
      [[ntfy]]
      \(nameLine)server = \(TOMLText.string(String(server)))
      topics = \(TOMLText.list(topics.map { $0.trimmingCharacters(in: .whitespaces) }))
      """
  }

  /// The error in the answer; nil if it is valid.
  var complaint: String? {
    let file = TOMLFile(table, at: "", by: ReceivingSettings.table)
    guard let error = file.errors.first else { return nil }
    let form = "write the server, a slash and its topics, as in https://ntfy.sh/my-alerts,my-door"
    guard case .badValue(let value, let expected, _) = error.kind, !value.isEmpty else {
      return form
    }
    return "\(TOMLText.string(value)) is invalid, expected \(expected); \(form)"
  }
}
