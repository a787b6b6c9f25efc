import Foundation
@testable import InboxCore
import InboxTestSupport
import InboxText
import InboxTOML
@testable import InboxUI
import Testing

@Suite("columns of rows")
struct RowColumnTests {
  private func row(
    _ number: Int64 = 1, source: String = "http/ci", title: String? = "Disk full"
  ) -> MessageRow {
    MessageRow(
      number: MessageNumber(number), source: source, title: title, excerpt: "on atlas",
      sortDate: .testing)
  }

  private func lines(
    _ row: MessageRow, columns: Int = 80, states: RoleSet = [],
    _ change: (inout RowOptions) -> Void = { _ in }
  ) -> [Line] {
    var options = RowOptions()
    change(&options)
    let context = RowContext(theme: .default, columns: columns, now: .testing, options: options)
    return RowLayout.lines(of: row, in: context, states: states)
  }

  private func start(of text: String, in line: Line) throws -> Int {
    try #require(line.text.firstRange(of: text)).lowerBound.utf16Offset(in: line.text)
  }

  @Test func `titles stand below each other, whatever the source, and texts below the title`()
    throws
  {
    let short = lines(row(source: "cli"))
    let long = lines(row(source: "prometheus/alertmanager/disk"))
    #expect(short[0].text.hasPrefix("  ●    cli               Disk full"))
    #expect(try start(of: "Disk full", in: short[0]) == start(of: "Disk full", in: long[0]))
    #expect(try start(of: "on atlas", in: short[1]) == start(of: "Disk full", in: short[0]))
    #expect(long[0].text.contains("…  Disk full"))
  }

  @Test(arguments: [20, 30, 40, 60, 80, 120]) func `there is a gap before every time`(
    columns: Int
  ) {
    for minutes in [0.5, 2, 59, 60, 600, 40_000] {
      var row = row(source: "some/longer/source", title: String(repeating: "title ", count: 40))
      row.snoozedUntil = .testing(minutes * 60)
      row.sortDate = .testing(minutes * 60)
      let text = lines(row, columns: columns)[0].text
      let time = RelativeTime.text(from: row.sortDate, to: .testing)
      #expect(columns < 30 || text.hasSuffix(" \(time)"), "\(text)|")
    }
  }

  @Test func `the cursor is a bar beside every line of its row`() {
    let selected = lines(row(), states: RoleSet(.selected))
    #expect(selected.allSatisfy { $0.text.hasPrefix(" ▌") })
    #expect(selected[0].text.hasPrefix(" ▌●   "))
    #expect(selected.map(\.columns) == lines(row()).map(\.columns))
  }

  @Test func `the sign of a marked row has a cell of its own, with the cursor and without`() {
    #expect(lines(row(), states: RoleSet(.marked))[0].text.hasPrefix("* ●   "))
    let both = lines(row(), states: [RoleSet(.marked), RoleSet(.selected)])
    #expect(both[0].text.hasPrefix("*▌●   "))
    #expect(both[1].text.hasPrefix(" ▌ "))
  }

  @Test func `a mark styles its sign only`() {
    var high = row()
    high.priority = .high
    let plain = lines(high)
    let marked = lines(high, states: RoleSet(.marked))
    let isMarked = marked.flatMap(\.spans).filter { $0.roles.contains(RoleSet(.marked)) }
    #expect(isMarked.map(\.text) == ["*"])
    #expect(marked[0].spans.dropFirst() == plain[0].spans.dropFirst())
    #expect(Array(marked.dropFirst()) == Array(plain.dropFirst()))
  }

  @Test func `columns stand in the order of the configuration, with its widths`() {
    var row = row(1841)
    row.thread = "deploy"
    row.progress = 50
    row.priority = .max
    row.lists.tags = #"["disk","prod"]"#
    func text(_ columns: String...) -> String {
      lines(row) { $0.columns = RowColumn.completed(columns.compactMap(RowColumn.init(text:))) }[0]
        .text
    }
    #expect(text("number", "title", "time").hasPrefix("  ●█@1841 Disk full"))
    #expect(text("source", "glyph", "title").hasPrefix("  ●█http/ci              Disk full"))
    #expect(text("source:9", "thread:7").hasPrefix("  ●█http/ci    Disk full"))
    #expect(text("source:9", "thread:7").hasSuffix(" deploy "))
    row.occurrences = 214
    #expect(text("priority", "title", "tags:12", "count").hasPrefix("  ●██  Disk full"))
    #expect(text("priority", "title", "tags:12", "count").hasSuffix(" disk, prod    ×214"))
    #expect(text("title", "progress:9", "marks").hasSuffix(" ━━── 50 %  ×214"))
    #expect(text("time", "title", "count").hasPrefix("  ●█  now Disk full"))
  }

  @Test func `columns that a person has added give way before the title`() {
    var row = row()
    row.thread = "deploy"
    let columns = ["source", "thread:30", "number", "title", "time"]
      .compactMap(RowColumn.init(text:))
    #expect(lines(row) { $0.columns = columns }[0].text.contains("Disk full"))
    #expect(!lines(row) { $0.columns = columns }[0].text.contains("@1"))
    #expect(lines(row, columns: 120) { $0.columns = columns }[0].text.contains("deploy"))
  }

  @Test(arguments: [
    "soruce", "title:3", "glyph:2", "source:", "source:0", "source:99", "a:b:c", "",
  ])
  func `a column that is none is refused`(text: String) {
    #expect(RowColumn(text: text) == nil)
  }

  @Test func `a compact row shows the first words of the text, faint, behind the title`() throws {
    var markdown = row()
    markdown.excerpt = "# All **well**"
    markdown.format = .markdown
    let line = lines(markdown) { $0.density = .compact }[0]
    #expect(line.text.contains("Disk full — All well"))
    let body = try #require(line.spans.first { $0.text.contains("All well") })
    #expect(Theme.default.style(for: body.roles).dim == true)
    #expect(lines(row()) { $0.density = .compact }.count == 1)
    #expect(lines(markdown)[1].text.trimmingCharacters(in: .whitespaces) == "All well")
  }

  @Test func `each source has a color of its own that can be read, on request`() throws {
    let sources = ["ci", "cron/backup", "chat/7", "alerts/disk", "mail", "ntfy/ops"]
    var options = RowOptions()
    options.colorsSources = true
    for name in ThemeLoader.builtInNames {
      let theme = try #require(Theme.builtIn(named: name)).tinted(for: options)
      let context = RowContext(theme: theme, columns: 80, now: .testing, options: options)
      let styles = sources.map { source in
        RowLayout.lines(of: row(source: source), in: context)[0].spans
          .first { $0.text.hasPrefix(source) }.map { theme.style(for: $0.roles) }
      }
      #expect(Set(styles.map { $0?.foreground }).count >= 3, "\(name)")
      for depth in ColorDepth.allCases where theme[.row].background != nil {
        for style in styles {
          let contrast = try #require(style).reduced(to: depth).contrast(at: depth)
          #expect((contrast ?? 21) >= 4.5, "\(name) \(depth)")
        }
      }
    }
  }

  @Test func `rules give rows a color and a glyph, the last that matches decides`() throws {
    let rules = [
      RowRule(filter: try filter("source:http/*"), color: RowColor(.indexed(2)), glyph: "W"),
      RowRule(filter: try filter("disk priority>=high"), color: RowColor(.indexed(9))),
      RowRule(filter: try filter("is:read"), color: RowColor(.indexed(2)), glyph: "R"),
    ]
    let colors = RowRule.colors(of: rules)
    #expect(colors == [RowColor(.indexed(2)), RowColor(.indexed(9))])
    var high = row()
    high.priority = .high
    var look = RuledLook(of: high, by: rules, colors: colors, at: .testing)
    #expect(look.tint == SourceTint.count + 1 && look.glyph == "W")
    look = RuledLook(of: row(source: "cli"), by: rules, colors: colors, at: .testing)
    #expect(look == RuledLook())
    var inbox = ScreenDriver(count: 3)
    inbox.state.environment.preferences.rows.rules = [
      RowRule(filter: .all, color: RowColor(.indexed(2)), glyph: "W")
    ]
    inbox.press("j")
    let line = inbox.frame.lines[2]
    #expect(line.text.contains(" W  "))
    let title = try #require(line.spans.first { $0.roles.contains(RoleSet(.unreadTitle)) })
    #expect(inbox.state.shownTheme.style(for: title.roles).foreground == .indexed(2))
    #expect(inbox.state.theme.style(for: title.roles).foreground != .indexed(2))
  }

  @Test func `a color of the palette follows the theme`() throws {
    func read(_ name: String) -> (preferences: ScreenPreferences, errors: [TOMLError]) {
      var reader = TOMLReader(TOMLDocument("[[rows]]\nfilter = 'disk'\ncolor = '\(name)'\n"))
      var preferences = ScreenPreferences()
      TOMLTable(ScreenPreferences.rows).read(&reader, into: &preferences)
      return (preferences, reader.errors)
    }
    let (preferences, errors) = read("alarm")
    #expect(errors.isEmpty)
    let color = try #require(preferences.rows.rules.first?.color)
    #expect(color.color(in: .default) == .indexed(1))
    var theme = Theme.default
    theme.palette = ["alarm": .rgb(1, 2, 3)]
    #expect(color.color(in: theme) == .rgb(1, 2, 3))
    #expect(theme.tinted(for: preferences.rows).tints.last == .rgb(1, 2, 3))
    #expect(read("alarn").errors.first?.description.contains("did you mean 'alarm'?") == true)
  }

  private func filter(_ text: String) throws -> MessageFilter {
    try MessageFilter(parsing: text, now: .testing, timeZone: .gmt)
  }
}
