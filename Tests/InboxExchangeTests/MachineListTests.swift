import Foundation
import InboxCore
import InboxSettings
import InboxTestSupport
import Testing

@testable import InboxExchange

/// The lists of machines, as they travel through a real server and a shared folder.
@Suite(.waiting, .serialized) struct MachineListTests {
  /// What the machines share.
  enum Meeting: Sendable, CaseIterable {
    case server, folder
  }

  /// A server or a folder with its machines.
  private final class Place {
    private let server: NATSServer?
    private let folder: TemporaryFolder?

    init(_ meeting: Meeting) throws {
      switch meeting {
      case .server:
        server = try NATSServer(.newest())
        folder = nil
      case .folder:
        server = nil
        folder = try TemporaryFolder()
      }
    }

    /// The names in the folder; none of a server.
    var files: [String] {
      get throws {
        guard let folder else { return [] }
        return try FileManager.default.contentsOfDirectory(atPath: folder.path)
      }
    }

    /// A machine that has joined there.
    func machine(_ name: String) throws -> ExchangingMachine {
      if let server { return try ExchangingMachine(name, server) }
      return try ExchangingMachine(name, try #require(folder))
    }

    /// Three running machines that agree on a message.
    func three() async throws -> (ExchangingMachine, ExchangingMachine, ExchangingMachine) {
      let (laptop, desktop, phone) = (
        try machine("laptop"), try machine("desktop"), try machine("phone")
      )
      try start(laptop, desktop, phone)
      try laptop.push("a")
      #expect(try await agree(laptop, desktop, phone, count: 1))
      return (laptop, desktop, phone)
    }
  }

  private func machines(_ machine: ExchangingMachine) throws -> ExchangeMachines {
    try ExchangeInbox(machine.inbox).machines()
  }

  private func names(_ machine: ExchangingMachine) throws -> [String] {
    try machines(machine).others.map(\.name).sorted()
  }

  /// Waits until a machine lists these others.
  private func lists(_ machine: ExchangingMachine, _ others: String...) async throws -> Bool {
    try await comesTrue { try names(machine) == others }
  }

  @Test(arguments: Meeting.allCases)
  func `a machine that is taken out disappears from all lists until it connects again`(
    meeting: Meeting
  ) async throws {
    let place = try Place(meeting)
    let (laptop, desktop, phone) = try await place.three()
    #expect(try await lists(laptop, "desktop", "phone"))
    #expect(try await lists(desktop, "laptop", "phone"))
    await phone.stop()
    // While it is offline itself, as without a daemon.
    await laptop.stop()
    #expect(try ExchangeInbox(laptop.inbox).forget("phone") == 1)
    #expect(try names(laptop) == ["desktop"])
    #expect(try names(desktop) == ["laptop", "phone"])
    try laptop.start()
    #expect(try await lists(desktop, "laptop"))
    #expect(try await agree(laptop, desktop, count: 1))
    #expect(try names(laptop) == ["desktop"])
    // One that joins afterwards never hears of it.
    let atlas = try place.machine("atlas")
    try atlas.start()
    #expect(try await agree(laptop, desktop, atlas, count: 1))
    #expect(try await lists(atlas, "desktop", "laptop"))
    #expect(try await lists(laptop, "atlas", "desktop"))
    // Its messages are still here, and it comes back.
    try phone.start()
    #expect(
      try await comesTrue {
        try [laptop, desktop, atlas].allSatisfy { try names($0).contains("phone") }
      })
    await stop(laptop, desktop, atlas, phone)
    #expect(try names(phone) == ["atlas", "desktop", "laptop"])
  }

  @Test(arguments: Meeting.allCases)
  func `a machine that is taken out while it is connected announces itself again`(
    meeting: Meeting
  ) async throws {
    let place = try Place(meeting)
    let laptop = try place.machine("laptop")
    let phone = try place.machine("phone")
    try start(laptop, phone)
    #expect(try await lists(laptop, "phone"))
    #expect(try await lists(phone, "laptop"))
    #expect(try ExchangeInbox(laptop.inbox).forget("phone") == 1)
    // Wakes the sender, as the daemon is woken by a signal.
    try laptop.push("a")
    #expect(try await comesTrue { try machines(laptop).others.contains { $0.goneAt != nil } })
    #expect(try names(laptop) == ["phone"])
    #expect(try await agree(laptop, phone, count: 1))
    await stop(laptop, phone)
  }

  @Test(arguments: Meeting.allCases)
  func `a machine that leaves disappears from all lists, sends nothing, and is back when it joins`(
    meeting: Meeting
  ) async throws {
    let place = try Place(meeting)
    let (laptop, desktop, phone) = try await place.three()
    for machine in [laptop, desktop] {
      #expect(try await comesTrue { try names(machine).contains("phone") })
    }
    // One of the others is away meanwhile.
    await stop(desktop, phone)
    try phone.push("not sent")
    try await phone.leaveAndTell()
    #expect(try await comesTrue { try !names(laptop).contains("phone") })
    try desktop.start()
    #expect(try await comesTrue { try !names(desktop).contains("phone") })
    #expect(try await agree(laptop, desktop, count: 1))
    // At once, so that it reads that it was gone.
    try phone.join()
    try phone.start()
    for machine in [laptop, desktop] {
      #expect(try await comesTrue { try names(machine).contains("phone") })
    }
    #expect(try await agree(laptop, desktop, phone, count: 2))
    await stop(laptop, desktop, phone)
  }

  /// A machine that is gone, for settings that no machine uses.
  private func gone() throws -> [InboxName: ExchangePeer] {
    let peer = ExchangePeer(
      origin: ExchangeOrigin(rawValue: 1), name: "phone", person: "me", seenAt: Date(),
      goneAt: Date().addingTimeInterval(1))
    return [.default: peer]
  }

  @Test func `a server that is away or says nothing is given up`() async throws {
    var settings = ExchangeSettings()
    let port = try await FakeServer { _ in nil }.end()
    settings.servers = ["nats://127.0.0.1:\(port)"]
    let unreachable = await exchangeError {
      try await settings.tell(try gone(), within: .seconds(60))
    }
    #expect(unreachable?.isOffline == true, "\(String(describing: unreachable))")
    let silent = try await FakeServer(greeting: "") { _ in nil }
    settings.servers.append("nats://secret@127.0.0.1:\(silent.port)")
    let late = await exchangeError {
      try await settings.tell(try gone(), within: .milliseconds(20))
    }
    let both = "127.0.0.1:\(port) or 127.0.0.1:\(silent.port)"
    #expect(late == .timedOut(server: both, .answer))
  }

  @Test(arguments: Meeting.allCases)
  func `with another key the others could not read that a machine is gone`(
    meeting: Meeting
  ) async throws {
    let keys = try TemporaryFolder()
    let key = keys.path + "/key"
    try Data(String(repeating: "A", count: 52).utf8).write(to: URL(filePath: key))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: key)
    let place = try Place(meeting)
    let laptop = try place.machine("laptop")
    try laptop.start()
    try laptop.push("a")
    #expect(try await agree(laptop, count: 1))
    await laptop.stop()
    laptop.use(key: key)
    let error = await exchangeError { try await laptop.leaveAndTell() }
    guard case .wrongKey(_, stream: "") = error else { throw Unexpected(error) }
    // Where nobody has joined, nobody has to be told, and nothing is created.
    let empty = try Place(meeting)
    try await empty.machine("phone").leaveAndTell()
    #expect(try empty.files.isEmpty)
  }

  @Test(arguments: Meeting.allCases)
  func `two living machines of one name are both listed, and all are told`(
    meeting: Meeting
  ) async throws {
    let place = try Place(meeting)
    let desktop = try place.machine("desktop")
    let first = try place.machine("laptop")
    try start(desktop, first)
    #expect(try await lists(desktop, "laptop"))
    let second = try place.machine("laptop")
    try second.start()
    for machine in [first, second] {
      #expect(
        try await comesTrue {
          try machines(machine).sharedNames == [.init("laptop", otherCount: 1, isOwn: true)]
        })
    }
    #expect(
      try await comesTrue {
        try machines(desktop).sharedNames == [.init("laptop", otherCount: 2, isOwn: false)]
      })
    #expect(try names(first) == ["desktop", "laptop"])
    await stop(desktop, first, second)
  }

  /// In a folder no clocks are compared, so that the times of one machine are in their order.
  @Test func `an inbox that was restored is listed beside its former self, which is replaced`()
    async throws
  {
    let place = try Place(.folder)
    let laptop = try place.machine("laptop")
    let desktop = try place.machine("desktop")
    try start(desktop, laptop)
    #expect(try await lists(desktop, "laptop"))
    let former = try #require(try machines(desktop).others.first)
    await laptop.stop()
    // As after a restoration: the file is not where this inbox was left.
    _ = try laptop.inbox.claimOrigin(on: "elsewhere")
    try laptop.start()
    #expect(try await lists(desktop, "laptop", "laptop"))
    for machine in [desktop, laptop] {
      #expect(
        try await comesTrue {
          let machines = try machines(machine)
          return machines.others.contains { $0.origin == former.origin }
            && machines.others.filter(machines.isReplaced).map(\.origin) == [former.origin]
        })
      #expect(try machines(machine).sharedNames.isEmpty)
    }
    // Forgetting the name takes out the former self; the present one lives.
    #expect(try ExchangeInbox(laptop.inbox).forget("laptop") == 1)
    try laptop.push("a")
    #expect(try await lists(desktop, "laptop"))
    #expect(try machines(desktop).others.first?.origin != former.origin)
    await stop(laptop, desktop)
  }
}
