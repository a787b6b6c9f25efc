/// Why a record is no payload.
public enum PayloadError: Error, Sendable, Hashable {
  /// The text is not JSON; the position is a byte offset within the record when it is known.
  case notJSON(detail: String, byteOffset: Int?)
  /// The text is not valid UTF-8.
  case notUTF8(byteOffset: Int)
  /// The record is no JSON object.
  case notAnObject(found: String)
  /// Objects and arrays are nested deeper than ``PayloadDecoder/maximumDepth``.
  case tooDeep(limit: Int)
  /// The record has more bytes than ``PayloadDecoder/maximumRecordSize``.
  case tooLarge(bytes: Int, limit: Int)
  /// A field has the wrong type or value.
  case badField(name: String, expected: String, found: String)
  /// A part that must be there is not; another one may have been meant for it.
  case missingField(name: String, mistakenFor: String?)
  /// Neither title nor body, and it is no silent push.
  case noText
}
