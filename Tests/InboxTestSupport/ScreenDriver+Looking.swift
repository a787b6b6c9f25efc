import Foundation
import InboxText
package import InboxCore
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

  /// The place in the list, or what stands there: the last word of the bar at the bottom.
  package var place: String { bottomBar.split(separator: " ").last.map(String.init) ?? "" }

  /// The numbers of the rows that are read.
  package var numbers: [Int64] { state.list.snapshot.rows.map(\.number.rawValue) }

  /// The rows that are read.
  package var rows: [MessageRow] { state.list.snapshot.rows }

  /// The titles of the rows that are read.
  package var titles: [String] { rows.map { $0.title ?? "" } }

  /// The words of the status line.
  package var status: String? { state.status?.text }

  /// The message under the cursor.
  package var selected: MessageNumber? { state.list.selected }

  /// The message in the reader.
  package var reader: MessageNumber? { state.reader?.number }

  /// The screen on top of the others.
  package var screen: Screen { state.screen }

  /// The text of the list's filter.
  package var filterText: String { state.list.filterText }

  /// The messages that have a status, the highest number first.
  package func numbers(_ status: Status) -> [Int64] {
    messages.filter { $0.status == status }.map(\.number.rawValue)
  }

  /// What was asked for outside of the screen since the beginning.
  package var launches: [Launch] {
    effects.compactMap { if case .host(.launch(let launch)) = $0 { launch } else { nil } }
  }

  /// Lets seconds pass, then says so.
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
