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
    [.match],
  ].map { RoleSet($0.map { RoleSet($0) }) }

  @Test(arguments: ThemeLoader.builtInNames, ColorDepth.allCases)
  func `no text falls together with its ground`(_ name: String, _ depth: ColorDepth) throws {
    let theme = try theme(name)
    for roles in Self.texts + Self.rows.map({ $0.union(RoleSet(.selected)) }) {
      let full = theme.style(for: roles)
      let shown = theme.style(for: roles, at: depth)
      let before = Self.contrast(full) ?? Style.leastContrast
      guard let contrast = Self.contrast(shown) else {
        // The terminal's own colors are not known; a theme may trust them, and reversed they fit.
        let wasOwn = [full.foreground, full.background].contains { ($0 ?? .default) == .default }
        let isReversed = shown.reverse == true
        #expect(wasOwn || isReversed || depth == .none, "\(roles.roles)")
        continue
      }
      #expect(contrast >= min(before, Style.leastContrast) - 0.001, "\(roles.roles)")
      #expect(shown.foreground != shown.background, "\(roles.roles)")
    }
  }

  @Test(arguments: ThemeLoader.builtInNames, ColorDepth.allCases)
  func `the cursor's row differs from its neighbors`(_ name: String, _ depth: ColorDepth) throws {
    let theme = try theme(name)
    // A match looks the same under the cursor; the rest of its row shows that.
    for roles in Self.rows where !roles.contains(RoleSet(.match)) {
      let plain = theme.style(for: roles, at: depth)
      let chosen = theme.style(for: roles.union(RoleSet(.selected)), at: depth)
      #expect(Self.ground(chosen) != Self.ground(plain), "\(roles.roles)")
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

  private func theme(_ name: String) throws -> Theme {
    try #require(ThemeLoader.builtIn.load(named: name)).theme
  }

  private static func contrast(_ style: Style) -> Float? {
    guard let foreground = style.foreground, let background = style.background else { return nil }
    return foreground.contrast(with: background)
  }

  /// What is seen behind the text: a color, and whether text and background are exchanged.
  private static func ground(_ style: Style) -> [String] {
    let isReversed = style.reverse == true
    let color = (isReversed ? style.foreground : style.background) ?? .default
    return [color.text, color == .default && isReversed ? "reversed" : ""]
  }
}
