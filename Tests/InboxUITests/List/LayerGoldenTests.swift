import Foundation
import InboxCore
import InboxTestSupport
import InboxUI
import Testing

/// All layers of a theme in one list, with the style that results for each cell.
///
/// Each row lacks one layer of the row above it, so that each pair of neighboring layers meets
/// in a picture.
@Suite struct LayerGoldenTests {
  private static let size = Size(columns: 60, rows: 28)

  /// Reaches every layer: the first row is selected, pending and marked, the second pending and
  /// marked, the third marked.
  private func frame(in theme: Theme) throws -> Frame {
    let filter = try MessageFilter(parsing: "disk", now: .testing, timeZone: .gmt)
    let query = MessageQuery(filter: filter)
    var state = UIState(size: Self.size, query: query, filterText: "disk", theme: theme)
    _ = state.start()
    var snapshot = InboxSnapshot(query: query, counts: InboxCounts(unread: 5, read: 5, deleted: 1))
    snapshot.rows = Self.rows
    state.send(.snapshot(snapshot), at: .testing(7_200))
    for name in ["Space", "Space", "p", "k", "k", "Space", "Space", "Space", "k", "k", "k"] {
      state.press(name, at: .testing(7_200))
    }
    return state.frame(at: .testing(7_200), in: .gmt)
  }

  private static let rows = {
    let layers: [(Status, Priority, isPinned: Bool, isExpired: Bool)] = [
      (.unread, .high, true, true), (.unread, .high, true, true), (.unread, .high, true, true),
      (.unread, .high, true, true), (.unread, .high, true, false), (.unread, .high, false, false),
      (.read, .high, false, false), (.read, .max, false, false), (.read, .low, false, false),
      (.read, .min, true, false), (.read, .default, false, false), (.deleted, .max, true, true),
    ]
    return layers.enumerated().map { index, layer in
      MessageRow(
        number: MessageNumber(Int64(layers.count - index)), source: "ops/atlas",
        title: "Row \(index + 1): disk full", excerpt: "The disk of atlas.",
        glyph: index % 2 == 0 ? "⛔" : nil, priority: layer.1, status: layer.0,
        isPinned: layer.isPinned, isExpired: layer.isExpired, sortDate: .testing)
    }
  }()

  /// Each layer sets a color of its own, so that each cell tells which one won; attributes tell
  /// what shows through from below.
  private static let apart = Theme(
    name: "Apart",
    styles: [
      .row: Style(foreground: .indexed(240), background: .indexed(16)),
      .priorityMin: Style(foreground: .indexed(101)),
      .priorityLow: Style(foreground: .indexed(102)),
      .priorityHigh: Style(foreground: .indexed(104), background: .indexed(17)),
      .priorityMax: Style(foreground: .indexed(105)),
      .read: Style(foreground: .indexed(110), dim: true),
      .readTitle: Style(foreground: .indexed(111)),
      .readMessage: Style(foreground: .indexed(112)),
      .unread: Style(foreground: .indexed(120), bold: true),
      .unreadTitle: Style(foreground: .indexed(121)),
      .unreadMessage: Style(foreground: .indexed(122), bold: false),
      .placeholder: Style(foreground: .indexed(130)),
      .source: Style(foreground: .indexed(131)),
      .pinned: Style(foreground: .indexed(140), italic: true),
      .expired: Style(foreground: .indexed(141)),
      .deleted: Style(foreground: .indexed(142), italic: false),
      .match: Style(foreground: .indexed(150), underline: true),
      .marked: Style(foreground: .indexed(151), background: .indexed(18)),
      .pending: Style(foreground: .indexed(152), italic: false),
      .selected: Style(foreground: .indexed(153), reverse: true),
    ])

  @Test func `all layers as the default theme has them`() throws {
    try check("layers", .default)
  }

  @Test func `the later layer wins, the rest shows through`() throws {
    try check("layers-apart", Self.apart)
  }

  private func check(_ name: String, _ theme: Theme) throws {
    let frame = try frame(in: theme)
    try Golden("\(name)-60x28").check(frame, as: frame.styleGolden(in: theme))
  }
}
