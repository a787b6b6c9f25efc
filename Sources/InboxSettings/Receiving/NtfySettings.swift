package import Foundation
package import InboxCore
import InboxTOML

/// The settings of an ntfy server.
package struct NtfySettings: Sendable, Hashable {
  /// Its name, for states and logs.
  package var name: String
  /// The address of the server, without a trailing slash.
  package var server: String
  /// The topics.
  package var topics: [String]
  /// The file with the token, or with `user:password`; nil for none.
  package var tokenFile: String?
  /// The topic to which questions are forwarded; nil for none.
  package var forward: String?
  /// The filter of other forwarded messages; nil for none.
  package var forwardFilter: MessageFilter?
  /// The start of the first subscription, in the format of ntfy's `since`.
  package var since = "12h"
  /// Seconds without data after which the connection is closed.
  package var silence: TimeInterval = 130

  /// The suffix of the topic for answers, after the topic of ``forward``.
  package static let answersSuffix = "-answers"

  private static let keys = [
    "name", "server", "topics", "token_file", "since", "silence", "forward", "forward_filter",
  ]

  /// The row of all servers.
  static let row = TOMLRow<ReceivingSettings>(
    "ntfy", type: "[[ntfy]] tables with \(keys.joined(separator: ", "))", default: "[]",
    "ntfy topics to receive from, or to forward questions to"
  ) { reader, path, settings in
    settings.ntfy = reader.tables(at: path, named: \.name) { reader, path in
      NtfySettings(&reader, at: path)
    }
  }
}

extension NtfySettings {
  private init?(_ reader: inout TOMLReader, at path: TOMLPath) {
    reader.reportUnknownKeys(at: path, known: Self.keys)
    let forward = reader.string(at: path.appending(key: "forward"))
    guard let server = reader.server(at: path.appending(key: "server")),
      let topics = reader.topics(
        at: path.appending(key: "topics"), isRequired: forward == nil)
    else { return nil }
    let host = server.split(separator: "/").last.map { $0.replacing(":", with: "-") } ?? ""
    guard let name = reader.sourceName(at: path, usual: String(host)) else { return nil }
    self.init(name: name, server: server, topics: topics)
    tokenFile = reader.string(at: path.appending(key: "token_file"))
    since = reader.string(at: path.appending(key: "since")) ?? since
    silence = reader.seconds(at: path.appending(key: "silence")) ?? silence
    forwardFilter = reader.filter(at: path.appending(key: "forward_filter"))
    guard let forward else { return }
    // The topic for answers has a longer name, of at most 64 characters.
    guard (forward + Self.answersSuffix).isTopicName else {
      reader.report(
        .badValue(
          forward, expected: "a topic of at most 56 letters, digits, '-', '_'", nearest: nil),
        at: path.appending(key: "forward"))
      return nil
    }
    self.forward = forward
  }

  /// The settings for one topic; nil unless the text is an address such as `https://ntfy.sh/alerts`.
  package init?(topicAt address: String) {
    guard let slash = address.lastIndex(of: "/"),
      let server = Self.server(String(address[..<slash]))
    else { return nil }
    let topic = String(address[slash...].dropFirst())
    guard topic.isTopicName else { return nil }
    self.init(name: topic, server: server, topics: [topic])
  }

  /// The address of a server, without a trailing slash; nil for other texts.
  fileprivate static func server(_ text: String) -> String? {
    var text = text
    while text.hasSuffix("/") { text.removeLast() }
    let host = ["https://", "http://"].first { text.hasPrefix($0) }.map { text.dropFirst($0.count) }
    guard let host, !host.isEmpty, !host.contains(where: { $0.isWhitespace || "?#@".contains($0) })
    else { return nil }
    return text
  }
}

extension TOMLReader {
  /// The address of a server, without a trailing slash.
  fileprivate mutating func server(at path: TOMLPath) -> String? {
    let expected = "an address such as https://ntfy.sh"
    guard document.value(at: path) != nil else { return badValue("", expected, at: path) }
    return value(at: path, expected, NtfySettings.server)
  }

  /// Names of topics; at least one if they are required.
  fileprivate mutating func topics(at path: TOMLPath, isRequired: Bool) -> [String]? {
    guard document.value(at: path) != nil else {
      return isRequired ? badValue("", "a list of topics", at: path) : []
    }
    guard let topics = strings(at: path) else { return nil }
    guard !topics.isEmpty, topics.allSatisfy(\.isTopicName) else {
      let bad = topics.first { !$0.isTopicName } ?? ""
      return badValue(bad, "names of letters, digits, '-' and '_'", at: path)
    }
    return topics
  }
}

extension String {
  /// Whether it is a valid name of an ntfy topic.
  fileprivate var isTopicName: Bool { isSourceName && !contains(".") }
}
