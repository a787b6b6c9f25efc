import InboxTestSupport
import Testing

@testable import InboxUI

/// The selected row of the default theme on the terminal's own background.
struct ScreenBackgroundTests {
  private static let title: RoleSet = [
    RoleSet(.row), RoleSet(.unread), RoleSet(.unreadTitle), RoleSet(.selected),
    RoleSet(.selectedTitle),
  ]

  private func style(_ background: ScreenBackground?, _ depth: ColorDepth) -> Style {
    var inbox = ScreenDriver(count: 1)
    if let background { inbox.send(.background(background)) }
    return inbox.state.shownTheme.style(for: Self.title, at: depth)
  }

  @Test(arguments: [(ScreenBackground.dark, 236), (.light, 254)])
  func `it has a background near that of the terminal`(
    background: ScreenBackground, index: Int
  ) {
    let style = style(background, .indexed256)
    #expect(style.background == .indexed(UInt8(index)) && style.reverse != true)
    #expect(style.bold == true)
  }

  @Test func `its title is reversed while the background is unknown, or with few colors`() {
    #expect(style(nil, .indexed256).reverse == true)
    #expect(style(.dark, .ansi8).reverse == true)
  }

  @Test func `a theme with a background of its own stays as it is`() throws {
    let theme = try #require(Theme.builtIn(named: "tokyo-night"))
    #expect(theme.onGround(.light) == theme)
  }
}
