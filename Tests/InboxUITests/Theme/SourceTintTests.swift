import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// The colors of sources on the terminal's own background.
struct SourceTintTests {
  private static let grounds = [ScreenBackground.dark, .light]

  private func styles(
    on background: ScreenBackground?, at depth: ColorDepth, theme: Theme = .default,
    row: RoleSet = RoleSet(.read)
  ) -> [Style] {
    let shown = theme.onGround(background).tinted(for: RowOptions(), on: background)
    return (0..<SourceTint.count).map { index in
      shown.style(for: RoleSet([row, RoleSet(.source), RoleSet(tint: index)]), at: depth)
    }
  }

  @Test(arguments: [ColorDepth.ansi16, .indexed256, .direct])
  func `on an unknown background each is legible on black and on white`(depth: ColorDepth) throws {
    let least: Float = depth == .ansi16 ? 3 : 4
    let styles = styles(on: nil, at: depth)
    #expect(Set(styles.map(\.foreground)).count == SourceTint.count)
    for style in styles where style.foreground != .default {
      let color = try #require(style.foreground)
      for ground in [Color.indexed(0), .indexed(15)] {
        #expect(try #require(color.contrast(with: ground)) >= least, "\(color) on \(ground)")
      }
    }
  }

  @Test(arguments: ThemeLoader.builtInNames, [ColorDepth.ansi16, .ansi8])
  func `with few colors none is the color of its row`(name: String, depth: ColorDepth) throws {
    let theme = try #require(ThemeLoader.builtIn.load(named: name)).theme
    for row in [RoleSet(.read), RoleSet(.unread)] {
      for style in styles(on: .dark, at: depth, theme: theme, row: row) {
        guard let color = style.foreground, let ground = style.background else { continue }
        #expect(color.contrast(with: ground).map { $0 >= 2 } ?? true, "\(color) on \(ground)")
      }
    }
  }

  @Test(arguments: grounds, [ColorDepth.indexed256, .direct])
  func `on a known background each has a contrast of 4.5`(
    background: ScreenBackground, depth: ColorDepth
  ) throws {
    for style in styles(on: background, at: depth) {
      let color = try #require(style.foreground)
      #expect(try #require(color.contrast(with: background.color)) >= 4.5, "\(color)")
    }
  }

  @Test(arguments: [nil, .dark, .light] as [ScreenBackground?], ["default", "indigo"])
  func `each is legible in the selected row, and on cards`(
    background: ScreenBackground?, name: String
  ) throws {
    let theme = try #require(Theme.builtIn(named: name))
    for row in [[Role.read, .selected], [.unread, .selected], [.read], [.unread]] {
      let roles = RoleSet(row.map { RoleSet($0) })
      for style in styles(on: background, at: .indexed256, theme: theme, row: roles) {
        #expect((style.contrast(at: .indexed256) ?? 21) >= 4.5, "\(row) \(style)")
      }
    }
  }

  @Test func `a color of a source is not dim, a deleted row is`() {
    #expect(styles(on: nil, at: .indexed256).allSatisfy { $0.dim != true })
    let deleted = RoleSet([RoleSet(.read), RoleSet(.deleted)])
    #expect(styles(on: nil, at: .indexed256, row: deleted).allSatisfy { $0.dim == true })
    #expect(Theme.default.style(for: [RoleSet(.read), RoleSet(.source)]).dim == true)
  }
}
