import InboxText
import Foundation
import InboxCore
import InboxTestSupport
import InboxUI
import Testing

@Suite struct RowLayoutTests {
  private let now = Date(timeIntervalSince1970: 1_000_000)

  private func text(_ line: Line) -> String { line.spans.map(\.text).joined() }

  @Test func `a row shows mark, glyph, title, source and time, then its text`() {
    let row = MessageRow(
      number: .init(1), source: "ntfy/ops", title: "Backup finished", excerpt: "42 GB\ncopied",
      glyph: "💾", sortDate: now.addingTimeInterval(-120))
    let context = RowContext(theme: .default, columns: 60, now: now)
    #expect(
      RowLayout.lines(of: row, in: context).map(text) == [
        "  ● 💾 ntfy/ops         Backup finished                  2m", "       42 GB copied",
      ])
  }

  @Test(arguments: [(49, false, true), (29, false, false), (50, true, true)])
  func `the source gives way first and then the time`(width: Int, source: Bool, time: Bool) {
    let row = MessageRow(
      number: .init(1), source: "cli", title: "Hello", sortDate: now.addingTimeInterval(-120))
    let line = RowLayout.lines(
      of: row, in: RowContext(theme: .default, columns: width, now: now))[0]
    #expect(text(line).contains("cli") == source)
    #expect(text(line).contains("2m") == time)
  }

  @Test func `matches have their own role`() {
    let row = MessageRow(number: .init(1), source: "cli", title: "Disk full", sortDate: now)
    let context = RowContext(theme: .default, columns: 40, now: now, searchTexts: ["full"])
    let spans = RowLayout.lines(of: row, in: context)[0].spans
    #expect(spans.filter { $0.roles.contains(RoleSet(.match)) }.map(\.text) == ["full"])
  }

  @Test func `lines of any text fit, and the height is what is drawn`() {
    var generator = SeededRandom(seed: 3)
    for round in 0..<60 {
      let row = MessageRow(
        number: .init(1), source: .hostile(length: round % 30, &generator),
        title: round % 5 == 0 ? nil : .hostile(length: round, &generator),
        subtitle: round % 3 == 0 ? .hostile(length: 9, &generator) : nil,
        excerpt: .hostile(length: round * 5, &generator), glyph: .hostile(length: 1, &generator),
        priority: round % 2 == 0 ? .max : .default, status: round % 4 == 0 ? .read : .unread,
        isPinned: true, sortDate: now)
      for width in 1...60 {
        let context = RowContext(theme: .default, columns: width, now: now, searchTexts: ["a"])
        let lines = RowLayout.lines(of: row, in: context)
        #expect(lines.count == RowLayout.height(of: row, theme: .default, columns: width))
        for span in lines.flatMap(\.spans) {
          #expect(span.columns == span.text.columns)
          #expect(span.text.unicodeScalars.allSatisfy { !$0.isHarmful })
        }
        #expect(lines.allSatisfy { $0.spans.reduce(0) { $0 + $1.columns } <= width })
      }
    }
  }

  @Test(arguments: [(0, 0), (0, 2), (1, 0)], [RowOptions.Density.comfortable, .compact])
  func `no row is without a text, whatever the theme's line limits`(
    lines: (Int, Int), density: RowOptions.Density
  ) {
    let look = RowLook(mark: "●", titleLines: lines.0, messageLines: lines.1)
    let theme = Theme(name: "Bare", unread: look)
    var options = RowOptions()
    options.density = density
    let context = RowContext(theme: theme, columns: 60, now: now, options: options)
    let texts: [(String?, String?)] = [
      ("Disk full", nil), (nil, "Disk full"), ("Disk full", "Disk full"),
    ]
    for (title, body) in texts {
      let row = MessageRow(
        number: .init(1), source: "cli", title: title, excerpt: body, sortDate: now)
      let drawn = RowLayout.lines(of: row, in: context)
      #expect(drawn.map(text).joined().contains("Disk full"), "\(title ?? "-") \(body ?? "-")")
      #expect(drawn.count == RowLayout.height(of: row, theme: theme, columns: 60, options: options))
    }
  }

  @Test func `a line limit of 0 still hides a text beside another one`() {
    let look = RowLook(mark: "●", titleLines: 0, messageLines: 1)
    let context = RowContext(theme: Theme(name: "Bare", unread: look), columns: 60, now: now)
    let row = MessageRow(
      number: .init(1), source: "cli", title: "Title", excerpt: "Body", sortDate: now)
    let drawn = RowLayout.lines(of: row, in: context).map(text).joined()
    #expect(drawn.contains("Body") && !drawn.contains("Title"))
  }
}
