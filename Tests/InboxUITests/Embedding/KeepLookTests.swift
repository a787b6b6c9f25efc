import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

/// The look of the screen, kept by a key.
struct KeepLookTests {
  @Test func `one key asks for density, preview and grouping as they are`() {
    var inbox = ScreenDriver(count: 3, size: Size(columns: 160, rows: 40))
    inbox.run("set density=compact", then: "g s")
    inbox.run("preview")
    let preview = inbox.state.preview.choice ?? .auto
    let expected = KeepLook(settings: [
      KeepLook.Setting("density", RowOptions.Density.compact),
      KeepLook.Setting("preview", preview), KeepLook.Setting("group", ListGrouping.source),
    ])
    #expect(preview != .auto)
    #expect(inbox.press("w") == [.pane(.keepLook(expected))])
    #expect(expected.settings.map(\.text)[2] == "group = \"source\"")
  }

  @Test func `the status line says what was written, or that there is nothing to write`() {
    var inbox = ScreenDriver(count: 1)
    inbox.state.environment.preferences.configurationName = "config.toml"
    inbox.send(.answered(KeepLook(settings: []), [KeepLook.Setting(theme: "nord")]))
    #expect(inbox.status == "Kept in config.toml: theme = nord")
    inbox.send(.answered(KeepLook(settings: []), []))
    #expect(inbox.status == "Nothing to keep: config.toml has this look")
  }

  @Test(arguments: KeymapPreset.allCases)
  func `every preset has the key in lists`(preset: KeymapPreset) {
    for context in [InputContext.list, .trash, .sources] {
      #expect(preset.keymap.names(of: .screen(.keepLook), in: context) == ["w"])
    }
  }
}
