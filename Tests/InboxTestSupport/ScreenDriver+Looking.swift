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

  /// The status line after keys.
  package mutating func status(after names: String...) -> String? {
    press(names.joined(separator: " "))
    return state.status?.text
  }

  /// The status line after a command line.
  package mutating func status(afterRunning line: String) -> String? {
    run(line)
    return state.status?.text
  }

  /// The message under the cursor after keys.
  package mutating func selected(after names: String...) -> Int64? {
    press(names.joined(separator: " "))
    return state.list.selected?.rawValue
  }

  /// The message in the reader after keys.
  package mutating func reader(after names: String...) -> Int64? {
    press(names.joined(separator: " "))
    return state.reader?.number.rawValue
  }

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
