import Foundation
package import InboxCore
package import InboxTOML

extension TOMLReader {
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
