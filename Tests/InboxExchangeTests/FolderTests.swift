import Foundation
import InboxCore
import InboxTestSupport
import Testing

@testable import InboxExchange

/// Inboxes that exchange their values by a shared folder.
@Suite(.waiting) struct FolderTests {
  private let shared = Result { try TemporaryFolder() }

  private var inboxFolder: String {
    get throws { try shared.get().path + "/default" }
  }

  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: inboxFolder).sorted()
  }

  @Test func `machines show the same, and each writes one file`() async throws {
    let laptop = try ExchangingMachine("laptop", shared.get())
    let desktop = try ExchangingMachine("desktop", shared.get())
    try laptop.push("of the laptop")
    try desktop.push("of the desktop")
    try laptop.start()
    try desktop.start()
    #expect(try await agree(laptop, desktop, count: 2))
    try laptop.perform(.read, "of the desktop")
    try desktop.perform(.pin, "of the laptop")
    try laptop.push("one more")
    #expect(
      try await comesTrue {
        try desktop.message("of the desktop").status == .read
          && laptop.message("of the laptop").isPinned
      })
    #expect(try await agree(laptop, desktop, count: 3))
    #expect(try files().count == 2)
    await laptop.stop()
    try desktop.perform(.delete, "one more")
    #expect(try await comesTrue { desktop.status?.waitingCount == 0 })
    await desktop.stop()
    try laptop.start()
    #expect(try await comesTrue { try laptop.message("one more").status == .deleted })
    await laptop.stop()
  }

  @Test func `a folder that was emptied is filled again`() async throws {
    let laptop = try ExchangingMachine("laptop", shared.get())
    let desktop = try ExchangingMachine("desktop", shared.get())
    try laptop.push("of the laptop")
    try desktop.push("of the desktop")
    try laptop.start()
    try desktop.start()
    #expect(try await agree(laptop, desktop, count: 2))
    // One loses its file while it runs, the other one while it does not.
    await desktop.stop()
    for file in try files() { try FileManager.default.removeItem(atPath: inboxFolder + "/" + file) }
    #expect(try await comesTrue { try files().count == 1 })
    try desktop.start()
    #expect(try await agree(laptop, desktop, count: 2))
    let phone = try ExchangingMachine("phone", shared.get())
    try phone.start()
    #expect(try await agree(laptop, desktop, phone, count: 2))
    for machine in [laptop, desktop, phone] { await machine.stop() }
  }

  @Test func `rubbish, a cut line and a conflict copy lose nothing`() async throws {
    let laptop = try ExchangingMachine("laptop", shared.get())
    try laptop.push("whole")
    try laptop.start()
    #expect(try await agree(laptop, count: 1))
    await laptop.stop()
    let path = try inboxFolder + "/" + #require(try files().first)
    var bytes = try #require(FileManager.default.contents(atPath: path))
    bytes.insert(contentsOf: Data("rubbish\n{\"s\":1}\n\n".utf8), at: bytes.firstIndex(of: 10)! + 1)
    try bytes.write(to: URL(filePath: inboxFolder + "/other.sync-conflict-1.values"))
    bytes.removeLast(4)
    try bytes.write(to: URL(filePath: inboxFolder + "/cut.values"))
    try Data([0, 255, 10]).write(to: URL(filePath: inboxFolder + "/rubbish.values"))
    // The laptop itself was killed while it wrote.
    let handle = try #require(FileHandle(forWritingAtPath: path))
    try handle.seekToEnd()
    try handle.write(contentsOf: Data("{\"s\":\"bb1.def".utf8))
    try handle.close()
    try laptop.push("after the cut")
    try laptop.start()
    let desktop = try ExchangingMachine("desktop", shared.get())
    try desktop.start()
    #expect(try await agree(laptop, desktop, count: 2))
    #expect((desktop.status?.unreadableCount ?? 0) == 0)
    await laptop.stop()
    await desktop.stop()
  }

  @Test func `values that were replaced are left out of a long file, and nothing is read twice`()
    throws
  {
    let path = try shared.get().path + "/long.values"
    let own = OwnValues(path)
    let text = [UInt8](repeating: 120, count: 1_000)
    var reader = ValuesFile(path)
    _ = try own.prepare()
    for round in 0..<20 {
      let values = (0..<100).map {
        OutgoingValue("bb1.default.\($0)", bytes: text + "\(round)".utf8)
      }
      #expect(try own.append(values).last == Int64((round + 1) * 100))
    }
    #expect(reader.read(atLeast: .max).count == 2_000)
    let size = try #require(FileManager.default.contents(atPath: path)).count
    let again = OwnValues(path)
    let before = try own.prepare()
    let after = try again.prepare()
    #expect(after.id == before.id && after.lines == before.lines)
    #expect(try #require(FileManager.default.contents(atPath: path)).count < size / 10)
    var second = ValuesFile(path)
    let values = second.read(atLeast: .max)
    #expect(values.count == 100)
    #expect(values.allSatisfy { $0.bytes.suffix(2) == Array("19".utf8) })
  }

  @Test func `a folder that is missing is named`() async throws {
    let machine = try ExchangingMachine("laptop", shared.get())
    try FileManager.default.removeItem(atPath: shared.get().path)
    try machine.start()
    let error = await machine.end() as? ExchangeError
    #expect("\(try #require(error))".contains("there is no folder"))
  }
}
