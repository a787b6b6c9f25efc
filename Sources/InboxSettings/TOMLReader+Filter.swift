import Foundation
package import InboxCore
package import InboxTOML

extension TOMLReader {
  /// Reports a text that is not what is expected; always returns nil, for the caller to return.
  package mutating func badValue<Value>(
    _ text: String, _ expected: String, at path: TOMLPath
  ) -> Value? {
    report(.badValue(text, expected: expected, nearest: nil), at: path)
    return nil
  }

  /// What a text at a path means; nil if it is absent, or has no meaning, which is reported.
  package mutating func value<Value>(
    at path: TOMLPath, _ expected: @autoclosure () -> String, _ meaning: (String) -> Value?
  ) -> Value? {
    string(at: path).flatMap { meaning($0) ?? badValue($0, expected(), at: path) }
  }

  /// The filter at a path; relative days refer to the time of reading.
  package mutating func filter(at path: TOMLPath) -> MessageFilter? {
    guard let text = string(at: path) else { return nil }
    do throws(FilterError) {
      return try MessageFilter(parsing: text, now: .now, timeZone: .current)
    } catch {
      report(.misread(text, column: error.column, reason: error.message), at: path)
      return nil
    }
  }
}
