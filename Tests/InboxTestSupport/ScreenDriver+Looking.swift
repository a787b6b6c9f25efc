import Foundation
import InboxText
import InboxCore
package import InboxUI

/// What a person sees on the screen that the driver shows.
extension ScreenDriver {
  /// The texts of its lines, from the top.
  package var texts: [String] { frame.lines.map(\.text) }

  /// All its text.
  package var text: String { texts.joined(separator: "\n") }

  /// The bar on top.
  package var topBar: String { texts.first ?? "" }

  /// The bar at the bottom.
  package var bottomBar: String { texts.last ?? "" }

  /// The numbers of the rows that are read.
  package var numbers: [Int64] { state.list.snapshot.rows.map(\.number.rawValue) }

  /// Lets seconds pass, then says so.
  ///
  /// - Returns: The effects of the last tick.
  @discardableResult
  package mutating func wait(_ seconds: Double, times: Int = 1) -> [Effect] {
    var asked: [Effect] = []
    for _ in 0..<times {
      now += seconds
      asked = send(.tick)
    }
    return asked
  }
}
