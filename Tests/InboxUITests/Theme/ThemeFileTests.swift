import Foundation
import InboxTOML
import InboxTestSupport
import InboxUI
import Testing

@Suite struct ThemeFileTests {
  static let folder = URL(filePath: #filePath).deletingLastPathComponent()
    .appending(path: "../../../themes").standardized.path

  @Test(arguments: ThemeLoader.builtInNames)
  func `every theme file loads without a problem and without a placeholder`(name: String) throws {
    let loaded = try #require(ThemeLoader.builtIn.load(named: name))
    #expect(loaded.messages == [])
    #expect(loaded.theme.placeholderGlyph == " ")
    let plain = loaded.theme.name.folding(options: .diacriticInsensitive, locale: nil)
    #expect(plain.lowercased() == name.replacing("-", with: " "))
  }

  @Test func `every file of the folder is compiled in, and nothing else`() throws {
    let files = try FileManager.default.contentsOfDirectory(atPath: Self.folder)
    #expect(files.sorted() == ThemeLoader.builtInNames.map { $0 + ".toml" }.sorted())
    #expect(ThemeLoader.unlistedNames.isSubset(of: ThemeLoader.builtInNames))
    for name in ThemeLoader.builtInNames {
      let text = try String(contentsOfFile: "\(Self.folder)/\(name).toml", encoding: .utf8)
      #expect(ThemeLoader.builtInSource(named: name)?.text == text)
    }
  }

  @Test func `the standard theme is exactly what its file says`() throws {
    #expect(try #require(ThemeLoader.builtIn.load(named: "default")).theme == Theme.default)
  }

  @Test(arguments: ThemeLoader.builtInNames)
  func `unread differs from read by mark and weight in every theme`(name: String) throws {
    let theme = try #require(ThemeLoader.builtIn.load(named: name)).theme
    #expect(theme.unread.mark != theme.read.mark)
    #expect(theme.style(for: Rows.title(.unread)).bold == true)
  }

  @Test(arguments: ThemeLoader.builtInNames)
  func `the selected row stands out from its neighbours in every theme`(name: String) throws {
    let theme = try #require(ThemeLoader.builtIn.load(named: name)).theme
    for status in [Role.read, .unread] {
      let plain = theme.style(for: Rows.title(status))
      let selected = theme.style(
        for: [Rows.title(status), RoleSet(.selected), RoleSet(.selectedTitle)])
      #expect(
        plain.background != selected.background || plain.reverse != selected.reverse,
        "\(status)")
    }
  }

  @Test(arguments: ThemeLoader.builtInNames)
  func `a match stands out, on the selected row too`(name: String) throws {
    let theme = try #require(ThemeLoader.builtIn.load(named: name)).theme
    for row in [RoleSet(), RoleSet(.selected)] {
      let plain = Rows.title(.read).union(row)
      #expect(theme.style(for: plain) != theme.style(for: plain.union(RoleSet(.match))))
    }
  }

  @Test(arguments: ThemeLoader.builtInNames)
  func `texts can be read on their ground`(name: String) throws {
    let theme = try #require(ThemeLoader.builtIn.load(named: name)).theme
    for selection in [RoleSet(), RoleSet(.selected)] {
      for role in [Role.unreadTitle, .unreadMessage] {
        let roles = RoleSet([RoleSet(.unread), RoleSet(role), selection])
        #expect(Contrast.ratio(theme.style(for: roles)) >= 4.5, "\(role), \(selection.roles)")
      }
      for role in [Role.readTitle, .readMessage, .readTime, .source] {
        let roles = RoleSet([RoleSet(.read), RoleSet(role), selection])
        #expect(Contrast.ratio(theme.style(for: roles)) >= 3, "\(role), \(selection.roles)")
      }
    }
    for role in [Role.bar, .status, .banner, .error, .reader, .link, .help, .helpKey, .empty] {
      #expect(Contrast.ratio(theme.style(for: RoleSet(role))) >= 3, "\(role)")
    }
    for role in [Role.priorityMin, .priorityLow, .priorityHigh, .priorityMax, .match, .marked] {
      #expect(Contrast.ratio(theme.style(for: RoleSet(role))) >= 3, "\(role)")
    }
  }

  @Test(arguments: ThemeLoader.builtInNames)
  func `no built-in theme has faint texts`(name: String) throws {
    #expect(try #require(ThemeLoader.builtIn.load(named: name)).theme.faintTexts == [])
  }

  @Test func `a faint text is named by its key, on the selected row too`() throws {
    var theme = try #require(ThemeLoader.builtIn.load(named: "dark")).theme
    theme[.readTitle].foreground = .rgb(70, 70, 70)
    let faint = theme.faintTexts
    #expect(faint.map(\.key) == ["read.title", "read.title"])
    #expect(faint.map(\.isSelected) == [false, true])
    #expect(faint.allSatisfy { $0.contrast < $0.least && $0.least == 4.5 })
  }

  @Test func `monochrome has no colour`() throws {
    let theme = try #require(ThemeLoader.builtIn.load(named: "monochrome")).theme
    for role in Role.allCases {
      #expect(theme[role].foreground == nil && theme[role].background == nil, "\(role)")
    }
  }

  @Test func `indigo has the values of the mobile inbox`() throws {
    let theme = try #require(ThemeLoader.builtIn.load(named: "indigo")).theme
    #expect(theme.unread == RowLook(mark: "●", titleLines: 4, messageLines: 6))
    #expect(theme.read == RowLook(mark: " ", titleLines: 2, messageLines: 4))
    #expect(theme[.unread].background == .rgb(0x58, 0x56, 0xd6))
    #expect(theme[.unreadTitle].foreground == .rgb(255, 255, 255))
    #expect(theme[.readTime].italic == true)
    #expect(theme.emptyTexts.none == "No notifications found")
    #expect(theme.emptyTexts.trash == Theme.default.emptyTexts.trash)
  }
}

/// The layers of a row's title.
private enum Rows {
  static func title(_ status: Role) -> RoleSet {
    [RoleSet(status), RoleSet(status == .unread ? .unreadTitle : .readTitle)]
  }
}

/// The contrast of two colours as the web's guidelines measure it.
private enum Contrast {
  /// From 1 to 21; infinite where a colour is the terminal's own and nobody can know.
  static func ratio(_ style: Style) -> Double {
    guard case .rgb(let red, let green, let blue)? = style.foreground,
      case .rgb(let groundRed, let groundGreen, let groundBlue)? = style.background
    else { return .infinity }
    let pair = [luminance(red, green, blue), luminance(groundRed, groundGreen, groundBlue)].sorted()
    return (pair[1] + 0.05) / (pair[0] + 0.05)
  }

  private static func luminance(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Double {
    let channels = [red, green, blue].map { channel in
      let value = Double(channel) / 255
      return value <= 0.03928 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    return 0.2126 * channels[0] + 0.7152 * channels[1] + 0.0722 * channels[2]
  }
}
