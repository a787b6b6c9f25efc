import Foundation
import InboxCore
import InboxTestSupport
import Testing

@testable import InboxExchange

/// Inboxes that exchange their values by a shared folder.
@Suite(.waiting, .serialized) struct FolderTests {
  private let shared = Result { try TemporaryFolder() }

  private var inboxFolder: String { get throws { try shared.get().path + "/default/unsealed" } }

  private func files() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: inboxFolder).sorted()
  }

  @Test func `machines show the same, and each writes one file`() async throws {
    let laptop = try ExchangingMachine("laptop", shared.get())
    let desktop = try ExchangingMachine("desktop", shared.get())
    try laptop.push("of the laptop")
    try desktop.push("of the desktop")
    try start(laptop, desktop)
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
    try laptop.start()
    #expect(try await comesTrue { try laptop.message("one more").status == .deleted })
    await stop(laptop, desktop)
  }

  @Test func `a folder that was emptied is filled again`() async throws {
    let laptop = try ExchangingMachine("laptop", shared.get())
    let desktop = try ExchangingMachine("desktop", shared.get())
    try laptop.push("of the laptop")
    try desktop.push("of the desktop")
    try start(laptop, desktop)
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
    await stop(laptop, desktop, phone)
  }

  @Test func `a folder whose contents were removed is filled again, another one is not`()
    async throws
  {
    let path = try shared.get().path
    let transport = try FolderTransport(KeyFolders(path + "/default", key: ""), file: "own")
    let value = OutgoingValue(subject: "bb1.default.x", bytes: [1])
    var pages = transport.pages(after: nil)
    let first = try await pages.next()
    #expect(first?.startsOver == false)
    try FileManager.default.removeItem(atPath: path + "/default")
    _ = try await transport.publish([value])
    let second = try await pages.next()
    #expect(second?.startsOver == true && second?.values.count == 1)
    #expect(try files() == ["own.values"])
    try FileManager.default.moveItem(atPath: path, toPath: path + "-old")
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: false)
    let error = await exchangeError { _ = try await transport.publish([value]) }
    #expect("\(try #require(error))".hasPrefix("the folder \(path)/default is gone; mount"))
    #expect(try FileManager.default.contentsOfDirectory(atPath: path) == [])
    try FileManager.default.removeItem(atPath: path)
    try FileManager.default.moveItem(atPath: path + "-old", toPath: path)
    _ = try await transport.publish([value])
    let third = try await pages.next()
    #expect(third?.startsOver == false && third?.values.count == 1)
  }

  /// The folder may be taken away while the machine runs, or while it does not.
  @Test(arguments: [true, false])
  func `nothing is written in the place of a folder that is not mounted`(
    isRunning: Bool
  ) async throws {
    let (path, away) = try (shared.get().path, TemporaryFolder())
    let machines = try ["laptop", "desktop"].map { try ExchangingMachine($0, shared.get()) }
    for machine in machines { try machine.push("of the \(machine.name)") }
    for machine in machines { try machine.start(again: true) }
    #expect(try await agree(machines, count: 2))
    if !isRunning { for machine in machines { await machine.stop() } }
    let files = FileManager.default
    try files.moveItem(atPath: path, toPath: away.path + "/share")
    try files.createDirectory(atPath: path, withIntermediateDirectories: false)
    if !isRunning { for machine in machines { try machine.start(again: true) } }
    for machine in machines {
      try machine.push("late, of the \(machine.name)")
      #expect(try await comesTrue { "\(machine.errors)".contains("is gone; mount") })
    }
    #expect(try files.contentsOfDirectory(atPath: path) == [])
    try files.removeItem(atPath: path)
    try files.moveItem(atPath: away.path + "/share", toPath: path)
    #expect(try await agree(machines, count: 4))
    for machine in machines { await machine.stop() }
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
    await stop(laptop, desktop)
  }

  @Test func `values that were replaced are left out of a long file`() throws {
    let path = try shared.get().path + "/long.values"
    let own = OwnValues(path)
    let text = [UInt8](repeating: 120, count: 1_000)
    var reader = ValuesFile(path)
    _ = try own.prepare()
    for round in 0..<20 {
      let values = (0..<100).map {
        OutgoingValue(subject: "bb1.default.\($0)", bytes: text + "\(round)".utf8)
      }
      #expect(try own.append(values).last == Int64((round + 1) * 100))
    }
    // Some 2.8 MB were written; at 1 MiB the file is shortened.
    #expect(try #require(FileManager.default.contents(atPath: path)).count < 1_500_000)
    let before = try own.prepare()
    let after = try OwnValues(path).prepare()
    #expect(after.id == before.id && after.lines == 2_000 && before.lines == 2_000)
    var last: [String: [UInt8]] = [:]
    for value in reader.read(atLeast: .max) { last[value.subject] = value.bytes }
    #expect(last.count == 100)
    #expect(last.values.allSatisfy { $0.suffix(2) == Array("19".utf8) })
    #expect(reader.read(atLeast: .max).isEmpty)
    _ = try own.append([OutgoingValue(subject: "bb1.default.new", bytes: [1])])
    #expect(reader.read(atLeast: .max).map(\.subject) == ["bb1.default.new"])
  }

  @Test func `a folder that is missing is named`() async throws {
    let machine = try ExchangingMachine("laptop", shared.get())
    try FileManager.default.removeItem(atPath: shared.get().path)
    try machine.start()
    let error = await machine.end() as? ExchangeError
    #expect("\(try #require(error))".contains("there is no folder"))
  }

  @Test func `machines with another key, or none, do not meet`() async throws {
    let server = try TemporaryFolder()
    let key = server.path + "/key"
    let text = String(repeating: "ABCD", count: 12) + "AAAA"
    try Data(text.utf8).write(to: URL(filePath: key))
    chmod(key, 0o600)
    let laptop = try ExchangingMachine("laptop", shared.get(), key: key)
    try laptop.push("sealed")
    try laptop.start()
    #expect(try await agree(laptop, count: 1))
    let stranger = try ExchangingMachine("stranger", shared.get())
    try stranger.push("open")
    try stranger.start()
    let id = try ExchangeKey(path: key).id
    #expect(await stranger.end() as? ExchangeError == .wrongKey(here: "", stream: id))
    let desktop = try ExchangingMachine("desktop", shared.get(), key: key)
    try desktop.start()
    #expect(try await agree(laptop, desktop, count: 1))
    await stop(laptop, desktop)
  }

  @Test func `a header or line of a hostile machine does no harm`() throws {
    let path = try shared.get().path + "/x.values"
    for header in [
      #"{"base":9223372036854775807,"id":"a","v":1}"#, #"{"base":-1,"id":"a","v":1}"#, "", "{}",
    ] {
      try Data("\(header)\n{}\n".utf8).write(to: URL(filePath: path))
      var file = ValuesFile(path)
      #expect(file.read(atLeast: .max).isEmpty)
    }
    let value = OutgoingValue(subject: "bb1.default.x", bytes: [1]).line
    let long = String(repeating: "x", count: 9 << 20)
    try Data("{\"base\":0,\"id\":\"a\",\"v\":1}\n\(value)\(long)\n\(value)".utf8)
      .write(to: URL(filePath: path))
    var file = ValuesFile(path)
    #expect(file.read(atLeast: .max).count == 2)
    // Another file in its place, as long as that.
    try Data("{\"base\":0,\"id\":\"b\",\"v\":1}\n\(value)\(long)\n\(value)\(value)".utf8)
      .write(to: URL(filePath: path))
    #expect(file.read(atLeast: .max).count == 3)
  }
}

/// Machines with a folder of their own each, which a program synchronizes now and then.
@Suite(.waiting, .serialized) struct FolderSyncTests {
  private let keys = Result { try TemporaryFolder() }

  /// Writes a key file; returns its path, and the id of the key.
  private func key(_ name: String, _ group: String) throws -> (path: String, id: String) {
    let path = try keys.get().path + "/" + name
    try Data((String(repeating: group, count: 12) + "AAAA").utf8).write(to: URL(filePath: path))
    chmod(path, 0o600)
    return (path, try ExchangeKey(path: path).id)
  }

  /// Copies what the other folder does not have.
  private func copy(_ folder: TemporaryFolder, to other: TemporaryFolder) throws {
    let files = FileManager.default
    for name in try files.subpathsOfDirectory(atPath: folder.path).sorted() {
      let (old, new) = ("\(folder.path)/\(name)", "\(other.path)/\(name)")
      guard !files.fileExists(atPath: new) else { continue }
      var isFolder: ObjCBool = false
      _ = files.fileExists(atPath: old, isDirectory: &isFolder)
      if isFolder.boolValue {
        try files.createDirectory(atPath: new, withIntermediateDirectories: true)
      } else {
        try files.copyItem(atPath: old, toPath: new)
      }
    }
  }

  /// The paths of the files with values under a key.
  private func files(_ folder: TemporaryFolder, key: String = "unsealed") throws -> [String] {
    let path = folder.path + "/default/" + key
    return try FileManager.default.contentsOfDirectory(atPath: path).sorted()
      .filter { $0.hasSuffix(".values") }.map { "\(path)/\($0)" }
  }

  @Test func `values in the same line of two files are both taken up`() async throws {
    let (mine, others) = try (TemporaryFolder(), TemporaryFolder())
    let laptop = try ExchangingMachine("laptop", mine)
    let desktop = try ExchangingMachine("desktop", others)
    let machines = [laptop, desktop]
    let start = laptop.inbox.now
    let folded = Payload.make("again", fold: "f")
    for (index, machine) in machines.enumerated() {
      machine.now = start.addingTimeInterval(-120 + Double(index))
      try machine.push(folded)
      machine.now = start.addingTimeInterval(-60 + Double(index))
      try machine.perform(machine === laptop ? .read : .pin, "again")
      machine.now = nil
      try machine.start()
      #expect(try await agree(machine, count: 1))
      await machine.stop()
    }
    // Content and state of the message are in the same lines, and differ.
    let values = try [mine, others].map { folder in
      var file = ValuesFile(try #require(try files(folder).first))
      return file.read(atLeast: .max)
    }
    let met = values[0].filter { value in
      values[1].contains {
        $0.subject == value.subject && $0.sequence == value.sequence && $0.bytes != value.bytes
      }
    }
    #expect(met.count == 2, "\(values)")
    #expect(met.first?.subject.hasSuffix(".c") == true)
    #expect(met.last?.subject.hasSuffix(".s.me") == true)

    try copy(mine, to: others)
    try copy(others, to: mine)
    for machine in machines { try machine.start() }
    #expect(try await agree(machines, count: 1))
    for machine in machines {
      let message = try machine.message("again")
      // Read before the other's occurrence was known, so that it is news.
      #expect(message.occurrences == 2 && message.status == .unread && message.isPinned)
    }
    for machine in machines { await machine.stop() }
    // Who reads both files from the beginning shows the same.
    let phone = try ExchangingMachine("phone", mine)
    try phone.start()
    #expect(try await comesTrue { try phone.views == laptop.views })
    await phone.stop()
  }

  @Test func `machines that begin with different keys stop when their folders meet`() async throws {
    let (mine, others) = try (TemporaryFolder(), TemporaryFolder())
    let (first, second) = try (key("first", "ABCD"), key("second", "ABCE"))
    let laptop = try ExchangingMachine("laptop", mine, key: first.path)
    let desktop = try ExchangingMachine("desktop", others, key: second.path)
    try laptop.push("of the laptop")
    try desktop.push("of the desktop")
    for machine in [laptop, desktop] {
      try machine.start()
      #expect(try await agree(machine, count: 1))
    }
    // Both are running.
    try copy(mine, to: others)
    try copy(others, to: mine)
    let errors = [
      ExchangeError.wrongKey(here: first.id, stream: second.id),
      ExchangeError.wrongKey(here: second.id, stream: first.id),
    ]
    #expect(await laptop.end() as? ExchangeError == errors[0])
    #expect(await desktop.end() as? ExchangeError == errors[1])

    func sizes() throws -> [Int?] {
      try (files(mine, key: first.id) + files(others, key: second.id)).map {
        FileManager.default.contents(atPath: $0)?.count
      }
    }
    let before = try sizes()
    for (machine, error) in zip([laptop, desktop], errors) {
      try machine.push("of the train, by the \(machine.name)")
      try machine.start()
      #expect(await machine.end() as? ExchangeError == error)
      #expect(try machine.views.count == 2)
    }
    #expect(try sizes() == before)

    // The desktop gets the key of the laptop and goes on; after the next meeting, the laptop does.
    desktop.use(key: first.path)
    try desktop.start()
    #expect(try await agree(desktop, count: 3))
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: others.path + "/default") == [first.id])
    await desktop.stop()
    try FileManager.default.removeItem(atPath: mine.path + "/default/" + second.id)
    try copy(others, to: mine)
    desktop.move(to: mine)
    try start(laptop, desktop)
    #expect(try await agree(laptop, desktop, count: 4))
    await stop(laptop, desktop)
  }

  @Test func `a replaced key that comes back stops its own machine alone`() async throws {
    let shared = try TemporaryFolder()
    let (first, second) = try (key("first", "ABCD"), key("second", "ABCE"))
    let laptop = try ExchangingMachine("laptop", shared, key: first.path)
    let desktop = try ExchangingMachine("desktop", shared, key: first.path)
    try laptop.push("of the laptop")
    try desktop.push("of the desktop")
    try start(laptop, desktop)
    #expect(try await agree(laptop, desktop, count: 2))
    await stop(laptop, desktop)
    let away = try TemporaryFolder()
    try copy(shared, to: away)

    try await laptop.rekeying(second.path)()
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: shared.path + "/default") == [second.id])
    // The desktop was not synchronized meanwhile.
    try desktop.push("of the train")
    desktop.move(to: away)
    try desktop.start()
    #expect(try await agree(desktop, count: 3))
    await desktop.stop()
    try copy(away, to: shared)
    desktop.move(to: shared)
    #expect(try files(shared, key: first.id).count == 2)

    try laptop.start()
    #expect(try await agree(laptop, count: 2))
    try desktop.start()
    let error = ExchangeError.wrongKey(here: first.id, stream: second.id)
    #expect(await desktop.end() as? ExchangeError == error)
    desktop.use(key: second.path)
    try desktop.start()
    #expect(try await agree(laptop, desktop, count: 3))
    await stop(laptop, desktop)
  }
}
