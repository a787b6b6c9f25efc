import InboxCore
import InboxUI

extension ErrorText {
  /// Why a record of a batch was not stored; counted from 1, as the lines are.
  static func text(for problem: PayloadProblem, in record: PayloadRecord) -> String {
    "record \(record.index + 1), line \(record.line): \(text(for: problem))"
  }

  /// Why a record is no payload.
  static func text(for problem: PayloadProblem) -> String {
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
    case .noText:
      "it has neither title nor body"
    }
  }
}
