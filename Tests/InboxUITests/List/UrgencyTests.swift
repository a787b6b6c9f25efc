import Foundation
import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// The colors of urgent rows: those of the glyph and of the block before it.
struct UrgencyTests {
  private func spans(
    _ priority: Priority, _ status: Status, glyph: String? = nil, columns: Int = 80,
    _ change: (inout RowOptions) -> Void = { _ in }
  ) -> [Span] {
    var row = MessageRow(
      number: 1, source: "ops", title: "Disk full", excerpt: "on atlas",
      glyph: glyph, priority: priority, status: status, isPinned: true, sortDate: .testing)
    row.occurrences = 3
    var options = RowOptions()
    change(&options)
    let context = RowContext(theme: .default, columns: columns, now: .testing, options: options)
    return RowLayout.lines(of: row, in: context)[0].spans
  }

  private static let urgencies = [
    (Priority.high, Role.priorityHigh, "▎"), (.max, .priorityMax, "█"),
  ]

  @Test(arguments: urgencies, [Status.read, .unread])
  func `glyph and sign have the role, the title and the other marks have not`(
    urgency: (Priority, Role, String), status: Status
  ) {
    let (priority, role, sign) = urgency
    for glyph in [nil, "✘", "🔥"] {
      let urgent = spans(priority, status, glyph: glyph).filter { $0.roles.contains(RoleSet(role)) }
      let texts = urgent.map { $0.text.trimmingCharacters(in: .whitespaces) }
      #expect(texts == [sign, glyph ?? ""])
    }
    let columns = ["priority", "title"].compactMap(RowColumn.init(text:))
    let own = spans(priority, status) { $0.columns = columns }
      .filter { $0.roles.contains(RoleSet(role)) }
    #expect(own.map { $0.text.trimmingCharacters(in: .whitespaces) } == [sign, sign])
  }

  @Test func `the sign has its color in a conversation too`() throws {
    var row = MessageRow(
      number: 1, source: "chat", title: "Joe", excerpt: "are you there?",
      priority: .high, sortDate: .testing)
    row.thread = "room"
    let context = RowContext(theme: .default, columns: 80, now: .testing)
    let lines = ConversationDrawing([row]).lines(of: row, in: context, states: [])
    let spans = try #require(lines.first?.spans)
    let urgent = spans.filter { $0.roles.contains(RoleSet(.priorityHigh)) }
    #expect(urgent.map(\.text) == ["▎"])
  }

  @Test(arguments: ThemeLoader.builtInNames, [Role.unread, .read])
  func `every theme shows both, over the colors of placeholder and source`(
    name: String, status: Role
  ) throws {
    let theme = try #require(ThemeLoader.builtIn.load(named: name)).theme
    for cell in [Role.placeholder, .source] {
      let plain = RoleSet([RoleSet(status), RoleSet(cell)])
      let high = theme.style(for: plain.union(RoleSet(.priorityHigh)))
      let most = theme.style(for: plain.union(RoleSet(.priorityMax)))
      for (style, role) in [(high, Role.priorityHigh), (most, .priorityMax)] {
        #expect(style.foreground == theme[role].foreground)
        #expect(style != theme.style(for: plain))
        #expect(style.dim != true)
      }
    }
  }

  @Test(arguments: [Role.priorityHigh, .priorityMax])
  func `the default colors are legible on black and on white`(role: Role) throws {
    let color = try #require(Theme.default[role].foreground)
    for ground in [0, 15].map(Color.indexed) {
      #expect(try #require(color.contrast(with: ground)) >= 3)
    }
  }
}
