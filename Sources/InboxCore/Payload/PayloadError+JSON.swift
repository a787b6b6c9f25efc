import InboxText
extension PayloadError {
  /// Makes a problem of a reader's failure, with offsets from the start of the record.
  init(
    _ failure: JSONError, in reader: JSONReader, from start: Int,
    limits: RecordScanner.Limits
  ) {
    let offset = failure.offset - start
    switch failure.reason {
    case .tooDeep: self = .tooDeep(limit: limits.depth)
    case .notUTF8: self = .notUTF8(byteOffset: offset)
    case .expected where reader.hasInvalidByte(at: failure.offset):
      self = .notUTF8(byteOffset: offset)
    default: self = .notJSON(detail: failure.reason.detail, byteOffset: offset)
    }
  }
}

extension JSONReader {
  fileprivate func hasInvalidByte(at offset: Int) -> Bool {
    firstInvalidByte(in: offset..<min(offset + 4, end)) == offset
  }
}

extension JSONError.Reason {
  /// The reason in few words.
  fileprivate var detail: String {
    switch self {
    case .truncated: "the text ends too early"
    case .expected(let what): "expected \(what)"
    case .bareControlCharacter: "a control character in a string must be escaped"
    case .numberTooLarge: "the number is too large"
    case .notUTF8: "not UTF-8"
    case .tooDeep: "nested too deep"
    }
  }
}
