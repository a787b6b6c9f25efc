import InboxText
import Foundation
import GRDB

/// Values of a message as one column holds them: JSON text and milliseconds.
///
/// A column that cannot be read is empty rather than an error, so that a record which another
/// program damaged does not hide the rest of the inbox.
enum RecordColumn {
  /// Text as it is; NULL for nil.
  static func plain(_ text: String?) -> DatabaseValue {
    guard let text else { return .null }
    return text.storable.databaseValue
  }

  /// JSON text; NULL for nil.
  static func text(_ value: JSONValue?) -> DatabaseValue {
    guard let value else { return .null }
    return value.json.databaseValue
  }

  /// Milliseconds; NULL for nil.
  static func moment(_ date: Date?) -> DatabaseValue {
    guard let date else { return .null }
    return date.milliseconds.databaseValue
  }

  static func date(_ milliseconds: Int64?) -> Date? {
    milliseconds.map(Date.init(milliseconds:))
  }

  static func value(_ text: String?) -> JSONValue? {
    guard let text else { return nil }
    return try? JSONValue(json: text)
  }

  static func names(_ text: String?) -> [String] {
    elements(text).compactMap { if case .string(let name) = $0 { name } else { nil } }
  }

  static func attachments(_ text: String?) -> [Attachment] {
    elements(text).compactMap { element in
      guard let url = element.text("url") else { return nil }
      return Attachment(
        name: element.text("name"), url: url,
        format: element.text("format").flatMap(Attachment.Format.init(rawValue:)) ?? .file,
        size: element.integer("size"))
    }
  }

  static func actions(_ text: String?) -> [MessageAction] {
    elements(text).compactMap { element in
      guard let id = element.text("id"), let label = element.text("label") else { return nil }
      return MessageAction(id: id, label: label, url: element.text("url"))
    }
  }

  static func tap(_ text: String?) -> TapBehavior {
    guard let value = value(text) else { return .app }
    return switch (value.text("kind"), value.text("url"), value.text("thread")) {
    case ("url", let url?, _): .url(url)
    case ("website", let url?, _): .website(url)
    case ("thread", _, let thread?): .thread(thread)
    default: .app
    }
  }

  private static func elements(_ text: String?) -> [JSONValue] {
    guard case .array(let elements) = value(text) else { return [] }
    return elements
  }
}

extension JSONValue {
  /// The text of a field of an object.
  fileprivate func text(_ name: String) -> String? {
    guard case .object(let fields) = self, case .string(let text) = fields[name] else {
      return nil
    }
    return text
  }

  /// The integer of a field of an object.
  fileprivate func integer(_ name: String) -> Int64? {
    guard case .object(let fields) = self, case .integer(let integer) = fields[name] else {
      return nil
    }
    return integer
  }
}

extension String {
  /// The same with a symbol for each NUL, at which SQLite would end it.
  var storable: String {
    guard utf8.contains(0) else { return self }
    return String(UnicodeScalarView(unicodeScalars.map { $0 == "\0" ? "\u{2400}" : $0 }))
  }
}
