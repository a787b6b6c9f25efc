import BellboardSupport
import Foundation
import InboxCore
import InboxTestSupport
import Testing

@testable import bellboard

@Suite struct DemoHomeTests {
  @Test func `demonstrations that begin at the same time keep their folders`() async throws {
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for _ in 1...8 {
        group.addTask {
          for _ in 1...20 {
            let home = try DemoHome()
            defer { home.remove() }
            let folder = try home.environment().paths.inboxes
            for _ in 1...5 where !FileManager.default.fileExists(atPath: folder) { return false }
          }
          return true
        }
      }
      for try await hasKeptAll in group { #expect(hasKeptAll) }
    }
  }

  @Test func `a demonstration stays in its folder when the configuration is read anew`() throws {
    let folder = try TemporaryFolder()
    let variables = ["BELLBOARD_HOME": folder.path]
    let own = try UserEnvironment(inboxName: "default", variables: variables)
    #expect(try own.reloaded().paths == own.paths)
    let demo = own.demonstrating(in: folder.path + "/demo")
    #expect(try demo.reloaded().paths == demo.paths)
    #expect(try demo.reloaded().folder == folder.path + "/demo/default")
  }

  @Test func `a small maximum of the user's does not hinder a demonstration`() throws {
    let folder = try TemporaryFolder()
    try "maximum_notifications = 3\n".write(
      toFile: folder.path + "/config.toml", atomically: true, encoding: .utf8)
    let demo = try UserEnvironment(inboxName: "default", variables: ["BELLBOARD_HOME": folder.path])
      .demonstrating(in: folder.path + "/demo")
    #expect(demo.settings.store.maximumNotifications == 3)
    try DemoInbox(environment: demo).fill(at: .testing)
    let inbox = try demo.open()
    defer { inbox.closeQuietly() }
    #expect(try inbox.counts().listed > 3)
  }
}
