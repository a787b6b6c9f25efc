@testable import InboxUI
import Testing

/// Mouse events that come close together.
struct MouseEventTests {
  private static let place = Position(column: 3, row: 4)
  private static let other = Position(column: 5, row: 4)

  @Test func `turns of the wheel on one cell are one, up and down against each other`() {
    let turns = [3, 1, -2, 1].map { MouseEvent(.wheel($0), at: Self.place) }
    let joined = turns.dropFirst().reduce(turns[0]) { $0.joined(with: $1) ?? $0 }
    #expect(joined == MouseEvent(.wheel(3), at: Self.place))
    let many = MouseEvent(.wheel(.max / 2), at: Self.place)
    #expect(many.joined(with: many) == MouseEvent(.wheel(10_000), at: Self.place))
  }

  @Test func `of a drag its end counts`() {
    let end = MouseEvent(.drag, at: Self.other)
    #expect(MouseEvent(.drag, at: Self.place).joined(with: end) == end)
  }

  @Test func `clicks stay apart, and so do turns on different cells`() {
    let kinds: [MouseEvent.Kind] = [.press, .drag, .release, .wheel(1)]
    for first in kinds {
      for second in kinds where first != second || first == .press || first == .release {
        #expect(
          MouseEvent(first, at: Self.place).joined(with: MouseEvent(second, at: Self.place)) == nil)
      }
    }
    let turn = MouseEvent(.wheel(1), at: Self.place)
    #expect(turn.joined(with: MouseEvent(.wheel(1), at: Self.other)) == nil)
  }
}
