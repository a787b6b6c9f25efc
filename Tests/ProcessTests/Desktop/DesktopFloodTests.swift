import Foundation
import InboxSettings
import InboxTestSupport
import Testing

@testable import InboxSources

/// What a careless or hostile program on the bus sends.
@Suite(.waiting) struct DesktopFloodTests {
  private let bus: PrivateBus
  private let daemon: RunningDaemon
  private let sender: BusConnection

  init() throws {
    bus = try PrivateBus()
    daemon = try RunningDaemon(
      configuration: "desktop.receive = 'server'\ndesktop.bus = '\(bus.address)'\n")
    try daemon.source("desktop")
    sender = try BusConnection(to: bus.address, waking: BusMailbox())
  }

  private func call(
    _ title: String, body: String = "", replacing id: UInt32 = 0, hints: [String: BusArgument] = [:]
  ) throws -> BusMessage {
    try .call(
      "Notify", of: .notifications,
      [
        .text("flood"), .unsigned(id), .text(""), .text(title), .text(body), .texts([]),
        .variants(hints), .signed(-1),
      ])
  }

  private func answers(_ count: Int) throws -> [BusMessage.Kind: Int] {
    var kinds: [BusMessage.Kind: Int] = [:]
    let limit = ContinuousClock.now + .seconds(60)
    while true {
      for message in try sender.messages() where message.answeredSerial != 0 {
        kinds[message.kind, default: 0] += 1
      }
      guard kinds.values.reduce(0, +) < count, .now < limit else { return kinds }
      if !sender.hasMessages { try sender.wait(until: limit) }
    }
  }

  @Test func `of ten thousand at once some thousand are kept, and each is answered`() throws {
    for number in 0..<10_000 { sender.send(try call("Number \(number)")) }
    let kinds = try answers(10_000)
    let kept = try #require(kinds[.answer])
    #expect((1_000..<5_000).contains(kept))
    #expect(kinds[.error] == 10_000 - kept)
    #expect(try daemon.program.run("count").output == "\(kept)\n")
    let state = try daemon.source("desktop") { $0.refusedCount == 10_000 - kept }
    #expect(state.refusal == "desktop/flood: too many notifications come from one program")
    #expect(daemon.logs("desktop/flood: refused: too many"), "\(daemon.log)")
    // Others are not held up.
    try bus.run("notify-send", "Another program")
    #expect(try daemon.program.run("count").output == "\(kept + 1)\n")
  }

  @Test func `of what is replaced the last state is kept, and of a flood what is urgent`() throws {
    sender.send(try call("Download 0 %"))
    #expect(try answers(1) == [.answer: 1])
    for number in 1..<3_000 {
      sender.send(try call("Download \(number / 30) %", replacing: 7_000_000))
      sender.send(
        try call("Volume \(number)", hints: ["x-canonical-private-synchronous": .text("volume")]))
    }
    sender.send(try call("Download complete", replacing: 7_000_000))
    for number in 0..<10 {
      sender.send(try call("Disk \(number) fails", hints: ["urgency": .byte(2)]))
    }
    #expect(try answers(6_009) == [.answer: 6_009])
    let lines = try daemon.program.list("{title}")
    #expect(lines.contains("Download complete") && lines.contains("Volume 2999"), "\(lines)")
    #expect(lines.count == 12 && lines.filter { $0.hasPrefix("Disk") }.count == 10, "\(lines)")
    #expect(try daemon.source("desktop").refusedCount == 0)
  }

  @Test func `huge texts are cut, and huge hints are passed by`() throws {
    let huge = String(repeating: "x", count: 16 * 1_024 * 1_024)
    sender.send(try call("Long", body: huge))
    // The bus itself lets no message through that has more than 32 MiB.
    let large = String(huge.prefix(4 * 1_024 * 1_024))
    sender.send(try call("Hint", hints: ["image-path": .text(large), "x-own": .text(large)]))
    #expect(try answers(2) == [.answer: 2])
    #expect(try daemon.program.list("{title}", "--sort", "oldest") == ["Long", "Hint"])
    #expect(try daemon.program.run("show", "@1", "--field", "body").output.utf8.count < 200_000)
  }

  @Test func `more than may be open at once is closed for the senders of the oldest`() throws {
    for number in 0..<900 { sender.send(try call("First \(number)")) }
    #expect(try answers(900) == [.answer: 900])
    let signals = try bus.start(
      "dbus-monitor", "--address", bus.address, "interface='org.freedesktop.Notifications'")
    #expect(signals.prints("NameAcquired") || signals.prints("NameLost"))
    let other = try BusConnection(to: bus.address, waking: BusMailbox())
    for number in 0..<101 { try other.call(try call("Second \(number)")) }
    #expect(signals.prints("uint32 4"))
  }
}
