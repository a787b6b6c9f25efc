import InboxTestSupport
@testable import InboxUI
import Testing

/// Every built-in theme, brought down to what a terminal has.
struct LegibilityTests {
  /// The layers of the pieces of text that the screens show, without the cursor.
  private static let texts = rows + others

  /// Those of rows.
  private static let rows: [RoleSet] = {
    let rows = [(Role.unread, unread), (.read, read)].flatMap { status, parts in
      parts.map { RoleSet(status).union(RoleSet($0)) } + [RoleSet(status)]
    }
    let states: [RoleSet] =
      [[]] + [.pinned, .expired, .deleted, .match, .marked, .pending].map { RoleSet($0) }
    let urgencies: [RoleSet] =
      [[]] + [.priorityMin, .priorityLow, .priorityHigh, .priorityMax].map { RoleSet($0) }
    return rows.flatMap { row in
      states.flatMap { state in urgencies.map { row.union(state).union($0) } }
    }
  }()

  private static let unread: [Role] = [
    .unreadMark, .unreadTitle, .unreadMessage, .unreadTime, .placeholder, .source, .prompt,
  ]
  private static let read: [Role] = [
    .readMark, .readTitle, .readMessage, .readTime, .placeholder, .source, .prompt,
  ]

  private static let others: [RoleSet] = [
    [], [.bar], [.status], [.status, .help], [.status, .helpKey], [.status, .prompt],
    [.status, .error], [.banner], [.error], [.reader], [.reader, .readerTitle],
    [.reader, .readerField], [.reader, .link], [.reader, .prompt], [.reader, .match],
    [.reader, .heading], [.reader, .strong], [.reader, .strike], [.reader, .code],
    [.reader, .codeBlock], [.reader, .codeBlock, .added], [.reader, .codeBlock, .removed],
    [.reader, .codeBlock, .error], [.reader, .codeBlock, .warning], [.reader, .codeBlock, .code],
    [.reader, .quote], [.reader, .added], [.reader, .removed], [.reader, .warning], [.name1],
    [.name2], [.name3], [.help], [.help, .helpKey], [.readerTitle], [.prompt], [.border], [.empty],
    [.match], [.readMessage], [.unreadTitle], [.unreadMark],
  ].map { RoleSet($0.map { RoleSet($0) }) }

  /// What is dim on purpose, with a contrast of at least 3; lines are no text.
  private static let faint: RoleSet = {
    let roles: [Role] = [
      .priorityMin, .readMark, .readMessage, .readTime, .placeholder, .expired, .deleted,
      .pending, .help, .readerField, .strike, .empty,
    ]
    return RoleSet(roles.map { RoleSet($0) })
  }()

  @Test(arguments: ThemeLoader.builtInNames, ColorDepth.allCases)
  func `text keeps a contrast of 4.5, and what is dim on purpose of 3`(
    _ name: String, _ depth: ColorDepth
  ) throws {
    let theme = try theme(name)
    let rows = Self.rows.filter { !$0.contains(RoleSet(.prompt)) }
      .flatMap { [$0.union(RoleSet(.selected)), $0.union(.chosen)] }
    let texts = Self.distinct(Self.texts + rows, in: theme)
    for roles in texts where !roles.contains(RoleSet(.border)) {
      let shown = theme.style(for: roles, at: depth)
      // The terminal's own colors are not known; a theme trusts them.
      guard let contrast = shown.contrast(at: depth) else { continue }
      for color in [shown.foreground, shown.background] {
        #expect(color?.reduced(to: depth) == color, "\(roles.roles) \(shown)")
      }
      let least: Float = roles.isDisjoint(with: Self.faint) ? 4.5 : 3
      #expect(contrast >= least, "\(roles.roles) \(shown)")
    }
  }

  @Test(arguments: ThemeLoader.builtInNames, ColorDepth.allCases)
  func `a known ground never comes with an unknown text, nor a text with an unknown ground`(
    _ name: String, _ depth: ColorDepth
  ) throws {
    let theme = try theme(name)
    guard theme.style(for: []).background != nil, depth != .none else { return }
    for roles in Self.distinct(Self.texts, in: theme) {
      let shown = theme.style(for: roles, at: depth)
      #expect(shown.contrast(at: depth) != nil, "\(roles.roles) \(shown)")
    }
  }

  @Test(arguments: ThemeLoader.builtInNames, ColorDepth.allCases)
  func `the cursor's row shows by its ground or its title, and by its bar`(
    _ name: String, _ depth: ColorDepth
  ) throws {
    let theme = try theme(name)
    #expect(theme.cursorMark != theme.unread.mark && theme.cursorMark != " ")
    // A match looks the same under the cursor; the rest of its row shows that.
    for roles in Self.distinct(Self.rows, in: theme)
    where roles.isDisjoint(with: [RoleSet(.match), RoleSet(.prompt)]) {
      let plain = theme.style(for: roles, at: depth)
      let title = theme.style(for: roles.union(.chosen), at: depth)
      #expect(Self.ground(title) != Self.ground(plain), "\(roles.roles)")
      let bar = RoleSet([roles, RoleSet(.selected), RoleSet(.cursor)])
      let shown = theme.style(for: bar, at: depth)
      #expect((shown.contrast(at: depth) ?? 21) >= 3, "\(roles.roles) \(shown)")
      #expect(shown.dim != true)
    }
  }

  @Test(arguments: ColorDepth.allCases)
  func `the priority of the row under the cursor is seen`(_ depth: ColorDepth) throws {
    for name in ThemeLoader.builtInNames where name != "indigo" {
      let theme = try theme(name)
      let title = RoleSet([RoleSet(.unread), RoleSet(.unreadTitle), .chosen])
      let sign = RoleSet([RoleSet(.row), RoleSet(.unread), RoleSet(.selected)])
      let isSeen = [title, sign].contains { roles in
        theme.style(for: roles, at: depth)
          != theme.style(for: roles.union(RoleSet(.priorityMax)), at: depth)
      }
      // The row has a sign for it besides, where colors say nothing.
      let isPlain = name == "high-contrast" || name == "catppuccin-latte" && depth == .ansi8
      #expect(isSeen || depth == .none || isPlain, "\(name)")
    }
  }

  @Test(arguments: ThemeLoader.builtInNames)
  func `a match is seen without colors`(_ name: String) throws {
    let theme = try theme(name)
    let text = RoleSet([RoleSet(.read), RoleSet(.readMessage)])
    let plain = theme.style(for: text, at: .none)
    #expect(theme.style(for: text.union(RoleSet(.match)), at: .none) != plain)
  }

  @Test func `urgent rows are not the faintest where bright black is missing`() throws {
    let urgent = RoleSet([RoleSet(.unread), RoleSet(.unreadTitle), RoleSet(.priorityHigh)])
    let style = try theme("nord").style(for: urgent, at: .ansi8)
    #expect(style.dim != true)
    #expect(style.foreground != .default)
  }

  @Test func `with eight colors the bright ones are bold`() {
    let bright = Style(foreground: .indexed(12)).reduced(to: .ansi8)
    #expect(bright == Style(foreground: .indexed(4), bold: true))
    let grey = Style(foreground: .indexed(8)).reduced(to: .ansi8)
    #expect(grey == Style(foreground: .default, dim: true))
    let onWhite = Style(foreground: .indexed(8), background: .indexed(7)).reduced(to: .ansi8)
    #expect(onWhite == Style(foreground: .indexed(0), background: .indexed(7), dim: true))
  }

  @Test func `text that would be too bright in bold is not bold where bold is bright`() {
    let title = Style(foreground: .rgb(20, 24, 29), background: .rgb(251, 251, 250), bold: true)
    #expect(
      title.reduced(to: .ansi8)
        == Style(foreground: .indexed(0), background: .indexed(7), bold: false))
    #expect(title.reduced(to: .ansi16).bold == true)
  }

  /// One of each roles that look the same in a theme, with the cursor and without.
  private static func distinct(_ texts: [RoleSet], in theme: Theme) -> [RoleSet] {
    var seen: Set<[Style]> = []
    return texts.filter { roles in
      let weight = Style(dim: !roles.isDisjoint(with: Self.faint))
      let state = Style(
        bold: roles.contains(RoleSet(.match)), italic: roles.contains(RoleSet(.selected)),
        underline: roles.contains(RoleSet(.selectedTitle)))
      let bar = RoleSet([roles, RoleSet(.selected), RoleSet(.cursor)])
      return seen.insert(
        [
          theme.style(for: roles), theme.style(for: roles.subtracting(.chosen)),
          theme.style(for: bar), weight, state,
        ]
      ).inserted
    }
  }

  private func theme(_ name: String) throws -> Theme {
    try #require(ThemeLoader.builtIn.load(named: name)).theme
  }

  /// What is seen behind the text: a color, and whether text and background are exchanged.
  private static func ground(_ style: Style) -> [String] {
    let isReversed = style.reverse == true
    let color = (isReversed ? style.foreground : style.background) ?? .default
    return [color.text, color == .default && isReversed ? "reversed" : ""]
  }
}
