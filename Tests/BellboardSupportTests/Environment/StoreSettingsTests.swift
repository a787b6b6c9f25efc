import Foundation
import InboxCore
import InboxSettings
import InboxTestSupport
import Testing

@testable import BellboardSupport

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
