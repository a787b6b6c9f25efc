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

  @Test func `a name is a name, and what has a slash is a folder or the file in it`() throws {
    let paths = Paths(environment: ["BELLBOARD_HOME": "/b"])
    #expect(try paths.inbox("work") == .named(InboxName("work")))
    #expect(try paths.inbox("/tmp/lobby/") == .folder("/tmp/lobby"))
    #expect(try paths.inbox("/tmp/x/../lobby/inbox.sqlite") == .folder("/tmp/lobby"))
    #expect(paths.folder(of: .folder("/tmp/lobby")) == "/tmp/lobby")
    #expect(throws: InboxError.badInboxName("No")) { try paths.inbox("No") }
  }

  @Test func `a path into the folder of the inboxes is the inbox of that name`() throws {
    let paths = Paths(environment: ["BELLBOARD_HOME": "/b"])
    let work = try InboxPlace.named(InboxName("work"))
    #expect(try paths.inbox("/b/inboxes/work") == work)
    #expect(paths.inbox(ofFile: "/b/inboxes/work/inbox.sqlite") == work)
    #expect(paths.inbox(ofFile: "/b/inboxes/work/inbox.sqlite.bak") == nil)
    #expect(paths.inbox(ofFile: "/b/other/work/inbox.sqlite") == .folder("/b/other/work"))
  }

  @Test func `without HOME the account's home is used`() {
    let paths = Paths(environment: [:], accountHome: "/account")
    #expect(paths.configuration == "/account/.config/bellboard/config.toml")
  }
}
