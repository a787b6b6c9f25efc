import InboxTestSupport
@testable import InboxUI
import Testing

/// The selected row of the default theme on the terminal's own background.
struct ScreenBackgroundTests {
  private static let title: RoleSet = [
    RoleSet(.row), RoleSet(.unread), RoleSet(.unreadTitle), RoleSet(.selected),
    RoleSet(.selectedTitle),
  ]

  private func style(
    _ background: ScreenBackground?, _ depth: ColorDepth, _ roles: RoleSet = title
  ) -> Style {
    var inbox = ScreenDriver(count: 1)
    if let background { inbox.send(.background(background)) }
    return inbox.state.shownTheme.style(for: roles, at: depth)
  }

  @Test(arguments: [(ScreenBackground.dark, 236), (.light, 254)])
  func `it has a background near that of the terminal`(background: ScreenBackground, index: Int) {
    let style = style(background, .indexed256)
    #expect(style.background == .indexed(UInt8(index)) && style.reverse != true)
    #expect(style.bold == true)
    #expect(style.foreground == .default)
  }

  @Test func `on an unknown background it is light gray on dark gray, not reversed`() {
    let style = style(nil, .indexed256)
    #expect(style.background == .indexed(236) && style.foreground == .indexed(253))
    #expect(style.bold == true && style.reverse != true)
  }

  @Test(arguments: [Role.unreadTitle, .unreadMessage, .unreadTime, .source, .unreadMark, .cursor])
  func `on an unknown background no text of it depends on the terminal's color`(role: Role) throws {
    let roles = RoleSet([RoleSet(.unread), RoleSet(.selected), RoleSet(role)])
    for urgency in [RoleSet(), RoleSet(.priorityHigh), RoleSet(.priorityMax)] {
      let contrast = style(nil, .indexed256, roles.union(urgency)).contrast(at: .indexed256)
      #expect(try #require(contrast) >= 4.5)
    }
  }

  @Test(arguments: [ColorDepth.ansi16, .ansi8, .none])
  func `the whole row is reversed with few colors`(depth: ColorDepth) {
    let parts: [RoleSet] = [
      RoleSet(.selectedTitle), RoleSet(.unreadMessage), RoleSet(.unreadTime), RoleSet(.source),
      RoleSet(.unreadMark), RoleSet(.priorityMax), RoleSet(tint: 1), [],
    ]
    for background in [nil, .dark, .light] as [ScreenBackground?] {
      for part in parts {
        let roles = part.union([RoleSet(.unread), RoleSet(.selected)])
        let style = style(background, depth, roles)
        #expect(style.reverse == true && style.dim != true, "\(roles.roles)")
        #expect((style.foreground ?? .default) == .default, "\(roles.roles)")
      }
      let bar = style(background, depth, [RoleSet(.unread), RoleSet(.selected), RoleSet(.cursor)])
      #expect(bar.reverse != true)
    }
  }

  @Test(arguments: [(.dark, 236), (.light, 254), (nil, 240)] as [(ScreenBackground?, UInt8)])
  func `rules are quieter than texts where there are greys`(
    background: ScreenBackground?, index: UInt8
  ) {
    for depth in [ColorDepth.indexed256, .direct] {
      let rule = style(background, depth, RoleSet(.border))
      #expect(rule.foreground == .indexed(index) && rule.dim == false)
    }
    for depth in [ColorDepth.ansi16, .ansi8, .none] {
      #expect(style(background, depth, RoleSet(.border)) == Style(foreground: nil, dim: true))
    }
  }

  @Test func `a theme that colors its rules keeps the color`() {
    var theme = Theme.default
    theme[.border].foreground = .indexed(4)
    let style = theme.onGround(.dark).style(for: RoleSet(.border), at: .indexed256)
    #expect(style.foreground == .indexed(4))
  }

  @Test func `a theme with a background of its own stays as it is`() throws {
    let theme = try #require(Theme.builtIn(named: "tokyo-night"))
    #expect(theme.onGround(.light) == theme && theme.onGround(nil) == theme)
  }
}
