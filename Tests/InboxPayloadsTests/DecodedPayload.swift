import InboxCore
import InboxPayloads
import Testing

/// Decodes the only record of a text, as a push unless told otherwise.
func decoded(_ json: String, for purpose: PayloadDecoder.Purpose = .push) throws -> Payload {
  let records = PayloadDecoder(purpose: purpose).decode(Array(json.utf8))
  try #require(records.count == 1)
  return try records[0].result.get()
}

/// The problem of the only record of a text.
func problem(of json: String) -> PayloadError? {
  let records = PayloadDecoder().decode(Array(json.utf8))
  guard records.count == 1, case .failure(let problem) = records[0].result else { return nil }
  return problem
}

/// What became of each record: its title, or `!` and its line.
func outline(_ json: String) -> [String] {
  PayloadDecoder().decode(Array(json.utf8)).map(\.outline)
}

/// The outlines of an input that comes in pieces of one, two, three and seven bytes.
func outlines(ofPiecesOf json: String) -> [[String]] {
  [1, 2, 3, 7].map { size in records(of: Array(json.utf8), inPiecesOf: size).map(\.outline) }
}

/// The records of an input that comes in pieces.
func records(
  of bytes: [UInt8], inPiecesOf size: Int, for purpose: PayloadDecoder.Purpose = .push
) -> [PayloadRecord] {
  var stream = PayloadStream(PayloadDecoder(purpose: purpose))
  var records: [PayloadRecord] = []
  for start in stride(from: 0, to: bytes.count, by: size) {
    stream.append(bytes[start..<min(start + size, bytes.count)]) { records.append($0) }
  }
  stream.finish { records.append($0) }
  return records
}

extension PayloadRecord {
  /// Its title, or `!` and its line.
  fileprivate var outline: String {
    switch result {
    case .success(let payload): payload.title.value ?? payload.body.value ?? ""
    case .failure: "!\(line)"
    }
  }
}
