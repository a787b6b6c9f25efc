public import Foundation
public import InboxCore
package import InboxText

/// A decoder of payloads: one object, an array, or a sequence of objects.
///
/// Records are independent. An invalid one becomes a ``PayloadError`` with its position and does
/// not affect its neighbours, as long as its end can be found. A byte order mark, CRLF and blank
/// lines are allowed. An empty input has no records.
public struct PayloadDecoder: Sendable {
  /// The purpose of the payloads.
  package enum Purpose: Sendable, Hashable {
    /// New notifications: fields of the reader are ignored with a note.
    case push
    /// An import of our own export: records may be larger, because escapes lengthen them.
    case `import`
  }

  /// The purpose of the payloads.
  package let purpose: Purpose
  /// Maximum bytes of a record.
  private let mostBytes: Int

  /// Makes a decoder of new notifications.
  public init() {
    self.init(purpose: .push)
  }

  /// Makes a decoder of records up to a size in bytes; nil for that of a message.
  package init(purpose: Purpose, mostBytes: Int? = nil) {
    self.purpose = purpose
    let usual = purpose == .push ? Payload.maximumSize : Payload.maximumExportSize
    self.mostBytes = mostBytes ?? usual
  }

  /// Decodes every record of an input, up to a number of them.
  package func decode(_ bytes: [UInt8], atMost most: Int = .max) -> [PayloadRecord] {
    var stream = PayloadStream(bytes, by: self)
    var records: [PayloadRecord] = []
    while records.count < most, let record = stream.next() { records.append(record) }
    return records
  }

  /// Decodes every record of an input.
  public func decode(_ data: Data) -> [PayloadRecord] {
    decode([UInt8](data))
  }

  /// Decodes one line of JSON lines; nil if it is blank.
  package func decodeLine(_ bytes: [UInt8]) -> PayloadRecord? {
    guard let start = bytes.firstIndex(where: { !JSONReader.isSpace($0) }) else { return nil }
    return PayloadRecord(index: 0, line: 1, result: line(of: bytes, in: start..<bytes.count))
  }

  typealias Limits = (size: Int, depth: Int)

  /// The limits of a record.
  var limits: Limits {
    (mostBytes, purpose == .push ? Payload.maximumDepth : Payload.maximumExportDepth)
  }

  /// The payload of a value in which some keys were repeated.
  func result(
    of value: JSONValue, _ repeatedKeys: [String]
  ) -> Result<Payload, PayloadError> {
    let notes = repeatedKeys.map { "\($0) comes more than once, the last one was taken" }
    return Result { () throws(PayloadError) in try payload(from: value, notes: notes) }
  }

  /// Decodes a value that a source parsed or made, by the first shape that matches, else as our own
  /// JSON.
  ///
  /// With `isNtfy` it is an ntfy message, even if its fields match another shape: with blocks such
  /// as `aps` it could set a source other than its topic.
  ///
  /// - Throws: ``PayloadError``.
  package func payload(
    from value: JSONValue, isNtfy: Bool = false, notes: [String] = []
  ) throws(PayloadError) -> Payload {
    guard case .object(let object) = value else {
      throw PayloadError.notAnObject(found: value.kind)
    }
    var payload = Payload()
    payload.notes = notes
    try payload.take(object, by: isNtfy ? .ntfy : PayloadShape.of(object))
    payload = try payload.checked()
    if purpose == .push {
      payload.notes += payload.localNotes
    }
    return payload
  }
}

/// A record of a batch: decoded, or refused with the reason.
public struct PayloadRecord: Sendable, Hashable {
  /// Index in the batch, from 0.
  package var index: Int
  /// Line on which the record starts, from 1.
  public var line: Int
  /// The payload, or the error.
  public var result: Result<Payload, PayloadError>
}
