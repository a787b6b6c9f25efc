package import Foundation
package import InboxCore
import InboxText

/// A history of another notification program, in its output format.
package enum History: String, CaseIterable, Sendable {
  /// `dunstctl history`.
  case dunst
  /// `makoctl history` of versions that print JSON, else the reply of `ListHistory` by `busctl -j`.
  case mako
  /// Gotify's `GET /message`.
  case gotify
  /// ntfy's `GET /TOPIC/json?poll=1`.
  case ntfy

  /// Reads the messages of a history, marked read: they were seen in the other program.
  ///
  /// Their ids derive from the history, so that importing it again adds nothing.
  ///
  /// - Parameters:
  ///   - bytes: The output of the program.
  ///   - bootTime: The start of the system, on which dunst's times are based; nil leaves its times
  ///     out.
  ///   - sender: The program name of alerts for messages that are already in the inbox.
  /// - Returns: The messages in the order of the history, and the invalid records.
  /// - Throws: `PayloadError` for invalid history.
  package func content(
    of bytes: [UInt8], bootTime: Date?, leavingOut sender: String
  ) throws(PayloadError) -> (payloads: [Payload], failures: [PayloadRecord]) {
    var payloads: [Payload]
    var failures: [PayloadRecord] = []
    switch self {
    case .ntfy:
      let records = PayloadDecoder().decode(bytes)
      payloads = records.compactMap { try? $0.result.get() }.filter { !$0.isSilent }
      failures = records.filter { (try? $0.result.get()) == nil }
    case .gotify:
      let root = try Self.value(bytes)
      payloads = try records(root.value(at: "/messages") ?? root).map(Self.gotify)
    case .dunst:
      payloads = try records(try Self.value(bytes)).map { Self.dunst($0, bootTime: bootTime) }
    case .mako:
      payloads = try records(try Self.value(bytes)).map(Self.mako)
    }
    for index in payloads.indices { payloads[index].local.status = .read }
    payloads.removeAll { !$0.hasText || $0.source == "desktop/\(sender)" }
    return (payloads, failures)
  }

  private static func value(_ bytes: [UInt8]) throws(PayloadError) -> JSONValue {
    var reader = JSONReader(bytes, maximumDepth: 64)
    do {
      return try reader.readWhole()
    } catch {
      throw .notJSON(detail: "not a history in JSON", byteOffset: error.offset)
    }
  }

  /// The records in D-Bus variants, `{"type": …, "data": [[{…}]]}`, or in a plain array.
  private func records(_ value: JSONValue) throws(PayloadError) -> [[String: JSONValue]] {
    switch value.unwrapped {
    case .array(let values):
      if let pairs = Self.pairs(values) { return [Self.record(pairs)] }
      return Array(try values.map { value throws(PayloadError) in try records(value) }.joined())
    case .object(let fields): return [Self.record(fields.map { ($0.key, $0.value) })]
    default:
      throw .notAnObject(found: "another value")
    }
  }

  private static func record(_ fields: [(name: String, value: JSONValue)]) -> [String: JSONValue] {
    Dictionary(
      fields.map { ($0.name.replacing("_", with: "-"), $0.value.unwrapped) }
    ) { first, _ in first }
  }

  /// The dictionary of alternating names and values, as busctl of systemd 254 writes it; nil for
  /// other lists.
  private static func pairs(_ values: [JSONValue]) -> [(name: String, value: JSONValue)]? {
    guard !values.isEmpty, values.count.isMultiple(of: 2) else { return nil }
    var pairs: [(name: String, value: JSONValue)] = []
    for index in stride(from: 0, to: values.count, by: 2) {
      guard case .string(let name) = values[index] else { return nil }
      pairs.append((name, values[index + 1]))
    }
    return pairs
  }

  private static func dunst(_ record: [String: JSONValue], bootTime: Date?) -> Payload {
    var payload = desktop(record, application: "appname")
    let sinceBoot = record.integer("timestamp")
    payload.sentAt = .init(
      sinceBoot.flatMap { microseconds in
        bootTime?.addingTimeInterval(Double(microseconds) / 1_000_000)
      })
    payload.id = "dunst-\(record.integer("id") ?? 0)-\(sinceBoot ?? 0)"
    let urgency = record.text("urgency")?.lowercased()
    payload.priority = .init(urgency == "critical" ? .max : urgency == "low" ? .low : nil)
    return payload
  }

  private static func mako(_ record: [String: JSONValue]) -> Payload {
    var payload = desktop(record, application: "app-name")
    let summary = record.text("summary") ?? ""
    payload.id = "mako-\(record.integer("id") ?? 0)-\(summary.prefix(60))"
    let urgency = record.integer("urgency")
    payload.priority = .init(urgency == 2 ? .max : urgency == 0 ? .low : nil)
    return payload
  }

  /// The fields that both desktop daemons have.
  private static func desktop(
    _ record: [String: JSONValue], application: String
  ) -> Payload {
    var payload = Payload()
    let name = record.text(application).map { $0.lowercased().replacing(" ", with: "-") }
    payload.source = "desktop" + (name.map { "/\($0)" } ?? "")
    payload.title = .init(record.text("summary"))
    // Old versions of dunst have no body, only a message that includes the title.
    let body = record["body"] == nil ? record.text("message") : record.text("body")
    payload.body = .init(body.map { DesktopMarkup($0).plain })
    payload.categories = .init(record.text("category").map { [$0] })
    return payload
  }

  private static func gotify(_ record: [String: JSONValue]) -> Payload {
    var payload = Payload()
    payload.source = "gotify" + (record.integer("appid").map { "/\($0)" } ?? "")
    payload.id = record.integer("id").map { "gotify-\($0)" }
    payload.title = .init(record.text("title"))
    payload.body = .init(record.text("message"))
    payload.sentAt = .init(record.text("date").flatMap { RFC3339.date(from: $0) })
    // Gotify's priorities reach 10; from 8 its phone app makes a sound and a pop-up.
    payload.priority = .init(
      record.integer("priority").map { number in
        number >= 8
          ? .max : number >= 6 ? .high : number >= 4 ? .default : number >= 1 ? .low : .min
      })
    let extras = record["extras"]
    let isMarkdown = extras?.value(at: "/client::display/contentType") == "text/markdown"
    let image = extras?.value(at: "/client::notification/bigImageUrl")?.text
    payload.attachments = .init(image.map { [Attachment(url: $0, format: .image)] })
    payload.format = .init(isMarkdown ? .markdown : nil)
    let url = extras?.value(at: "/client::notification/click/url")?.text
    payload.tap = .init(url.map(TapBehavior.url))
    return payload
  }
}

extension JSONValue {
  /// The value of a D-Bus variant as printed by busctl; other values unchanged.
  fileprivate var unwrapped: JSONValue {
    guard case .object(let fields) = self, fields.count == 2, fields["type"] != nil,
      let data = fields["data"]
    else { return self }
    return data
  }

  fileprivate var text: String? {
    if case .string(let text) = self, !text.isEmpty { text } else { nil }
  }
}

extension [String: JSONValue] {
  fileprivate func text(_ name: String) -> String? { self[name]?.text }

  fileprivate func integer(_ name: String) -> Int64? { self[name]?.integer }
}
