import InboxCore
import InboxSystem

/// The exchange by a shared folder, with one folder for each inbox.
struct FolderConnection: ExchangeConnection {
  let address: String
  let key: ExchangeKey

  var kind: String { "a shared folder" }

  var warning: String? { nil }

  func valueCount(of inbox: InboxName) async throws -> Int? {
    let folders = folders(of: inbox)
    try folders.check()
    guard !folders.files.isEmpty else { return nil }
    return folders.files.reduce(0) { count, name in
      var file = ValuesFile("\(folders.path)/\(name)")
      return count + file.read(atLeast: .max).count
    }
  }

  func exchange(
    _ inbox: Inbox, named name: InboxName, onlyReads: Bool,
    report: @escaping @Sendable (ExchangeStatus) -> Void
  ) async throws {
    let codec = try ExchangeCodec(inbox, named: name, key: key)
    let folders = folders(of: name)
    let position = try ExchangeInbox(inbox).position()
    try folders.checkPlace(isKnown: position?.stream == Self.stream && position?.created != nil)
    folders.leaveOthers(file: "\(codec.origin)")
    let transport = try FolderTransport(folders, file: "\(codec.origin)")
    let exchange = Exchange(
      Self.stream, of: inbox, as: codec, by: transport, reading: { _ in transport }, report: report)
    try await exchange.run(onlyReads: onlyReads)
  }

  func tell(_ machine: ExchangePeer, in inbox: InboxName) async throws {
    let folders = folders(of: inbox)
    // Nothing is created if nobody has joined.
    guard !folders.files.isEmpty else { return try folders.check() }
    let codec = ExchangeCodec(inbox: inbox.description, key: key, origin: machine.origin)
    let transport = try FolderTransport(folders, file: "\(machine.origin)")
    try await transport.publish(codec.encoded(machine))
  }

  func startOver(_ inbox: Inbox, named name: InboxName) async throws {
    let codec = try ExchangeCodec(inbox, named: name, key: key)
    let folders = folders(of: name)
    try folders.replaceOthers()
    let transport = try FolderTransport(folders, file: "\(codec.origin)")
    try await transport.publish(codec.encodedKey(expecting: nil))
    folders.removeOthers()
  }

  /// The name of the collection of values.
  private static let stream = "folder"

  private func folders(of inbox: InboxName) -> KeyFolders {
    KeyFolders("\(HomePath.expanded(address))/\(inbox)", key: key.id)
  }
}
