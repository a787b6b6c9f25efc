import Foundation
import InboxCore
import InboxSettings
import InboxTestSupport
import Testing

@testable import BellboardSupport

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

@Suite("settings of the store")
struct StoreSettingsTests {
  let root: TemporaryFolder

  init() throws { root = try TemporaryFolder() }

  private func environment(
    _ configuration: String, inbox: String? = nil, variable: String = ""
  ) throws -> UserEnvironment {
    try Data(configuration.utf8).write(to: URL(filePath: root.path + "/config.toml"))
    return try UserEnvironment(
      inboxName: inbox, variables: ["BELLBOARD_HOME": root.path, "BELLBOARD_INBOX": variable])
  }

  @Test func `settings of other programs are no mistakes, and do not hide those of the store`()
    throws
  {
    let environment = try environment(
      "maximum_notifications = 7\ninbox = 'team'\n[alerts]\nsound = 3\n[daemon]\nport = 80\n")
    #expect(environment.file.errors == [])
    #expect(environment.inboxConfiguration(.normal).maximumCount == 7)
    #expect(environment.folder == root.path + "/inboxes/team")
  }

  @Test func `the option wins over the variable, and that over the file`() throws {
    let names = try [
      environment("inbox = 'file'"), environment("inbox = 'file'", variable: "shell"),
      environment("inbox = 'file'", inbox: "option", variable: "shell"),
    ].map(\.inbox.description)
    #expect(names == ["file", "shell", "option"])
  }

  @Test func `a bad value is reported by its place, and the default stands`() throws {
    let environment = try environment("\ninbox = 'No Name'")
    #expect(environment.inbox == .named(.default))
    #expect(environment.file.messages.map { $0.contains("config.toml:2:9: inbox is") } == [true])
  }
}
