import Foundation
package import InboxCore
package import InboxTOML

extension TOMLReader {
  /// The filter words at a path; their days are those of the moment at which the file is read.
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
