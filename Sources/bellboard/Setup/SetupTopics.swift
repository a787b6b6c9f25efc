import BellboardSupport
import Foundation
import InboxSettings
import InboxTOML
import InboxText

/// Topics on an ntfy server, parsed from an answer: the server, a slash, the topics.
struct SetupTopics {
  /// The table for the configuration, with the topics that are not read yet.
  let table: String
  /// The answer, with only the topics of the table.
  let text: String
  /// What is read already, if that is the whole answer.
  private let known: String?

  /// Parses an answer; the table's name differs from those of existing tables.
  init(_ answer: String, beside tables: [NtfySettings]) {
    var server = answer.prefix(upTo: answer.lastIndex(of: "/") ?? answer.startIndex)
    while server.hasSuffix("/") { server.removeLast() }
    let topics = (answer.split(separator: "/").last ?? "").split(separator: ",")
      .map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty }
    let read = tables.filter { $0.server.lowercased() == server.lowercased() }.flatMap(\.topics)
    let new = topics.enumerated().filter { index, topic in
      !read.contains(topic) && !topics[..<index].contains(topic)
    }.map(\.element)
    let host = server.split(separator: "/").last.map(String.init) ?? ""
    let usual = host.replacing(":", with: "-")
    let name = SetupName.free(
      [usual, "\(usual)-\(new.first ?? "")"], beside: tables.map(\.name))
    let nameLine = name == usual ? "" : "name = \(TOMLText.string(name))\n"
    table = """
      [[ntfy]]
      \(nameLine)server = \(TOMLText.string(String(server)))
      topics = \(TOMLText.list(new))
      """
    text = "\(server)/\(new.joined(separator: ","))"
    known = new.isEmpty && !topics.isEmpty ? "\(server)/\(topics.joined(separator: ","))" : nil
  }

  /// The error in the answer; nil if it is valid.
  var complaint: String? {
    if let known { return "already read: \(known)" }
    let file = TOMLFile(table, at: "", by: ReceivingSettings.table)
    guard let error = file.errors.first else { return nil }
    let form = "write the server, a slash and its topics, as in https://ntfy.sh/my-alerts,my-door"
    guard case .badValue(let value, let expected, _) = error.kind, !value.isEmpty else {
      return form
    }
    return "\(TOMLText.string(value)) is invalid, expected \(expected); \(form)"
  }
}

/// A name for a new table of a source, which no other table of its kind has.
enum SetupName {
  /// Maximum bytes of a name.
  private static let longest = 64

  /// The first of some names that is free, else the first one with a number.
  static func free(_ names: [String], beside taken: [String]) -> String {
    let usual = names.first ?? ""
    let numbered = (2...).lazy.map { "\(usual.prefix(longest - 8))-\($0)" }
    return names.first { !taken.contains($0) && $0.utf8.count <= longest }
      ?? numbered.first { !taken.contains($0) } ?? usual
  }
}
