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
    let answer = Self.withoutStart(answer)
    let slash = answer.lastIndex(of: "/")
    var server = answer.prefix(upTo: slash ?? answer.startIndex)
    while server.hasSuffix("/") { server.removeLast() }
    let topics = (slash.map { answer[$0...].dropFirst() } ?? "").split(separator: ",")
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

  /// An address that was pasted behind the start of the line, without that start.
  private static func withoutStart(_ answer: String) -> String {
    guard let scheme = answer.ranges(of: "://").last, answer.ranges(of: "://").count > 1 else {
      return answer
    }
    let name = answer[..<scheme.lowerBound].reversed().prefix { $0.isLetter }
    return String(name.reversed()) + answer[scheme.lowerBound...]
  }

  /// The error in the answer, which fits on a narrow screen; nil if it is valid.
  var complaint: String? {
    if let known { return "already read: \(known)" }
    let file = TOMLFile(table, at: "", by: ReceivingSettings.table)
    guard let error = file.errors.first else { return nil }
    switch (error.kind, error.path.lastKey) {
    case (.badValue(let topic, _, _), "topics") where topic.utf8.count > SetupName.longest:
      return "a topic has at most \(SetupName.longest) characters"
    case (.badValue(let topic, _, _), "topics") where !topic.isEmpty:
      let shown = TextLayout.truncate(topic.printable(), columns: 18)
      return "\"\(shown)\" must be letters, digits, '-' or '_'"
    case (.badValue(let server, _, _), "server") where !server.isEmpty:
      return "expected an address such as https://ntfy.sh/my-alerts"
    default: return "write server/topics, as in https://ntfy.sh/alerts,door"
    }
  }
}

/// A name for a new table of a source, which no other table of its kind has.
enum SetupName {
  /// Maximum bytes of a name, also of one of a topic.
  static let longest = 64

  /// The first of some names that is free, else the first one with a number.
  static func free(_ names: [String], beside taken: [String]) -> String {
    let usual = names.first ?? ""
    let numbered = (2...).lazy.map { "\(usual.prefix(longest - 8))-\($0)" }
    return names.first { !taken.contains($0) && $0.utf8.count <= longest }
      ?? numbered.first { !taken.contains($0) } ?? usual
  }
}
