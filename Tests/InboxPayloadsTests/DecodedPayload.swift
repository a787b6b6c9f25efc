import InboxCore
import InboxPayloads
import Testing

/// Decodes the only record of a text, as a push unless told otherwise.
func decoded(
  _ json: String, for purpose: PayloadDecoder.Purpose = .push
) throws -> Payload {
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
  PayloadDecoder().decode(Array(json.utf8)).map { record in
    switch record.result {
    case .success(let payload): payload.title.value ?? payload.body.value ?? ""
    case .failure: "!\(record.line)"
    }
  }
}
