import InboxText
import InboxCore
import InboxPayloads
import InboxUI

extension ErrorText {
  /// Why a record of a batch was not stored; counted from 1, as the lines are.
  static func text(for problem: PayloadError, in record: PayloadRecord) -> String {
    "record \(record.index + 1), line \(record.line): \(text(for: problem))"
  }

  /// Why a record was not stored; nil when it was.
  static func complaint(of result: PushOutcome.Result) -> String? {
    switch result {
    case .inserted, .merged: nil
    case .ignored(let reason): text(for: reason)
    case .refused(let problem): text(for: problem)
    }
  }

  private static func text(for reason: PushOutcome.Reason) -> String {
    switch reason {
    case .silentWithoutMessage: "a silent push that names no message here"
    case .noText: "neither a title nor a body"
    case .leavesNoText: "it would leave neither a title nor a body"
    case .fullIsHere: "the full message is already here"
    }
  }

  /// Why a record is no payload.
  static func text(for problem: PayloadError) -> String {
    switch problem {
    case .notJSON(let detail, let offset):
      "not JSON: \(detail.printable())" + (offset.map { ", at byte \($0)" } ?? "")
    case .notUTF8(let offset):
      "not UTF-8, at byte \(offset)"
    case .notAnObject(let found):
      "a payload is a JSON object, not \(found.printable())"
    case .tooDeep(let limit):
      "objects and arrays may be nested \(limit) deep, no deeper"
    case .tooLarge(let bytes, let limit):
      "it has \(bytes) bytes, and a record may have \(limit)"
    case .badField(let name, let expected, let found):
      "'\(name.printable())' takes \(expected.printable()), not \(found.printable())"
    case .missingField(let name, let other?):
      "'\(name.printable())' is missing; rename '\(other.printable())' if it was meant"
    case .missingField(let name, nil):
      "'\(name.printable())' is missing"
    case .noText:
      "it has neither title nor body"
    }
  }
}
