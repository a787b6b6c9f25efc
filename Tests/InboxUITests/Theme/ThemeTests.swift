import InboxCore
import InboxUI
import Testing

@Suite struct ThemeTests {
  @Test func `what a later layer does not set shows through`() {
    let theme = Theme(
      name: "Test",
      styles: [
        .row: Style(foreground: .indexed(1), background: .indexed(2), italic: true),
        .unread: Style(background: .indexed(3), bold: true),
        .selected: Style(bold: false, reverse: true),
      ])
    #expect(
      theme.style(for: [RoleSet(.row), RoleSet(.unread), RoleSet(.selected)])
        == Style(
          foreground: .indexed(1), background: .indexed(3), bold: false, italic: true,
          reverse: true))
  }

  @Test func `layers fold in their own order, however the set was made`() {
    let theme = Theme(
      name: "Test",
      styles: [
        .read: Style(foreground: .indexed(1)), .match: Style(foreground: .indexed(2)),
        .selected: Style(foreground: .indexed(3)),
      ])
    #expect(theme.style(for: [RoleSet(.match), RoleSet(.read)]).foreground == .indexed(2))
    #expect(
      theme.style(for: [RoleSet(.selected), RoleSet(.read), RoleSet(.match)]).foreground
        == .indexed(3))
  }

  @Test func `no role means the ground, and unknown bits are ignored`() {
    #expect(Theme.default.style(for: []) == Style())
    #expect(Theme.default.style(for: RoleSet(rawValue: 1 << 63)) == Style())
    let theme = Theme(name: "Test", styles: [.row: Style(foreground: .indexed(4))])
    #expect(theme.style(for: []).foreground == .indexed(4))
    #expect(theme.style(for: RoleSet(.bar)).foreground == .indexed(4))
  }

  @Test func `the fold over every pair equals one style laid over the other`() {
    let theme = Theme.default
    for lower in Role.allCases {
      for upper in Role.allCases where upper.rawValue > lower.rawValue {
        let folded = theme.style(for: [RoleSet(lower), RoleSet(upper)])
        #expect(folded == theme[upper].over(theme[lower]))
      }
    }
  }

  @Test func `the standard look has the promised line limits`() {
    #expect(Theme.default.look(of: .unread) == RowLook(mark: "●", titleLines: 1, messageLines: 2))
    #expect(Theme.default.look(of: .read) == RowLook(mark: " ", titleLines: 1, messageLines: 1))
    #expect(Theme.default.look(of: .deleted) == Theme.default.look(of: .read))
  }

  @Test func `the standard look keeps to the user's own palette`() {
    for role in Role.allCases {
      let style = Theme.default[role]
      for case .some(let color) in [style.foreground, style.background] {
        #expect(color.reduced(to: .ansi16) == color, "\(role)")
      }
    }
  }

  @Test func `unread differs from read without any colour`() {
    let plain = RoleSet([RoleSet(.unread), RoleSet(.unreadTitle)])
    let read = RoleSet([RoleSet(.read), RoleSet(.readTitle)])
    #expect(
      Theme.default.style(for: plain).reduced(to: .none)
        != Theme.default.style(for: read).reduced(to: .none))
    #expect(Theme.default.unread.mark != Theme.default.read.mark)
  }
}
