import Foundation
import InboxCore
import Testing

@Suite("stats")
struct StatsTests {
  let program = Program()

  @Test func `statistics of an empty inbox are zeros`() throws {
    let run = try program.run("stats")
    #expect(run.status == 0)
    #expect(run.output.hasPrefix("Inbox opened      0 times, shown for 0 s\n"))
  }

  @Test func `how long it was shown reads like every duration`() throws {
    let inbox = try Inbox.open(folder: program.path + "/inboxes/default")
    try inbox.record(.presented)
    try inbox.record(.dismissed(seconds: 12_000))
    try inbox.close()
    #expect(
      try program.run("stats").lines.first == "Inbox opened      1 time, shown for 3 h 20 min")
  }

  @Test func `what was done is counted by source`() throws {
    _ = try program.run("push", "--source", "ci/web", "--category", "build", "Broken")
    _ = try program.run("push", "--source", "cron", "Done")
    _ = try program.run("read", "@1")
    _ = try program.run("delete", "@1")
    let lines = try program.run("stats").lines
    #expect(lines.contains("Messages deleted  1 time"))
    let columns = lines.first { $0.hasPrefix("  ci/web") }?.split(separator: " ").map(String.init)
    #expect(columns == ["ci/web", "1", "0", "0", "1", "0", "0", "1", "0", "0"])
    #expect(lines.contains { $0.hasPrefix("  build ") })
    let json = try program.run("stats", "--json").output
    #expect(json.contains(#""sources":{"ci/web":{"deleted":1,"read":1,"received":1}"#), "\(json)")
    #expect(json.contains(#""deleted":1,"events""#), "\(json)")
  }

  @Test func `no line is wider than a terminal`() throws {
    let word = String(repeating: "long-name/", count: 12)
    let action = #"{"title":"t","source":"\#(word)","categories":["\#(word)"]}"#
    _ = try program.run("push", "--json", input: action)
    let inbox = try Inbox.open(folder: program.path + "/inboxes/default")
    for _ in 0..<3 { try inbox.record(.dismissed(seconds: 12_000)) }
    try inbox.close()
    _ = try program.run("push", "--action", word, "Question")
    _ = try program.run("answer", "@2", word)
    let lines = try program.run("stats").lines
    #expect(lines.contains { $0.hasPrefix("  long-name") })
    #expect(lines.map(\.count).max() ?? 0 <= 80, "\(lines)")
  }

  @Test func `a wrong number of days is refused`() throws {
    #expect(try program.run("stats", "--days", "0").status == 64)
  }
}
