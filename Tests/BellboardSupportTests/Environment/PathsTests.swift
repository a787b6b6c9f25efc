@testable import BellboardSupport
import InboxCore
import Testing

@Suite struct PathsTests {
  @Test func `BELLBOARD_HOME moves everything and leaves no system folder`() {
    let paths = Paths(environment: ["BELLBOARD_HOME": "/b/", "XDG_DATA_HOME": "/d", "HOME": "/h"])
    #expect(
      paths
        == Paths(
          inboxes: "/b/inboxes", configuration: "/b/config.toml", themeFolders: ["/b/themes"]))
    #expect(paths.folder(of: .default) == "/b/inboxes/default")
  }

  @Test func `the base folders of the specification are used`() {
    let paths = Paths(environment: [
      "HOME": "/h", "XDG_DATA_HOME": "/d", "XDG_CONFIG_HOME": "/c/", "XDG_DATA_DIRS": "/s:rel:/t/",
    ])
    #expect(
      paths
        == Paths(
          inboxes: "/d/bellboard/inboxes", configuration: "/c/bellboard/config.toml",
          themeFolders: ["/c", "/d", "/s", "/t"].map { $0 + "/bellboard/themes" }))
  }

  @Test(arguments: ["", "relative/folder", "./x"])
  func `what is empty or relative is passed over`(value: String) {
    let paths = Paths(environment: [
      "HOME": "/h", "XDG_DATA_HOME": value, "XDG_CONFIG_HOME": value, "BELLBOARD_HOME": "",
    ])
    #expect(paths.inboxes == "/h/.local/share/bellboard/inboxes")
    #expect(paths.configuration == "/h/.config/bellboard/config.toml")
    #expect(
      paths.themeFolders.suffix(2) == [
        "/usr/local/share/bellboard/themes", "/usr/share/bellboard/themes",
      ])
  }

  @Test func `without HOME the account's home is used`() {
    let paths = Paths(environment: [:], accountHome: "/account")
    #expect(paths.configuration == "/account/.config/bellboard/config.toml")
  }
}
