import Foundation
import InboxCore
import InboxSystem

/// The exchange by a shared folder, with one folder for each inbox.
struct FolderConnection: ExchangeConnection {
  let address: String
  private let key: ExchangeKey

  init(_ path: String, key: ExchangeKey) {
    (address, self.key) = (path, key)
  }

  var kind: String { "a shared folder" }

  var warning: String? { nil }

  func valueCount(of inbox: InboxName) async throws -> Int? {
    try checkFolder(of: inbox)
    let names = (try? FileManager.default.contentsOfDirectory(atPath: path(of: inbox))) ?? []
    let ending = "." + ValuesFile.fileExtension
    let files = names.filter { $0.hasSuffix(ending) }
    guard !files.isEmpty else { return nil }
    return files.reduce(0) { count, name in
      var file = ValuesFile("\(path(of: inbox))/\(name)")
      return count + file.read(atLeast: .max).count
    }
  }

  func exchange(
    _ inbox: Inbox, named name: InboxName, report: @escaping @Sendable (ExchangeStatus) -> Void
  ) async throws {
    try checkFolder(of: name)
    let codec = try ExchangeCodec(inbox, named: name, key: key)
    let transport = try FolderTransport(path(of: name), file: "\(codec.origin)")
    let exchange = Exchange(
      Self.stream, of: inbox, as: codec, by: transport, reading: { _ in transport }, report: report)
    try await exchange.run()
  }

  func startOver(_ inbox: Inbox, named name: InboxName) async throws {
    let codec = try ExchangeCodec(inbox, named: name, key: key)
    let transport = try FolderTransport(path(of: name), file: "\(codec.origin)")
    _ = try await transport.publish([codec.encodedKey(expecting: nil)])
    for id in keys(of: name) where id != folderName {
      try? FileManager.default.removeItem(atPath: "\(root(of: name))/\(id)")
    }
  }

  /// The name of the collection of values.
  private static let stream = "folder"
  /// The folder of values that are not sealed.
  private static let unsealed = "unsealed"

  /// The name of the folder for the key: machines with another key never read each other's values.
  private var folderName: String { key.id.isEmpty ? Self.unsealed : key.id }

  private func root(of inbox: InboxName) -> String { "\(HomePath.expanded(address))/\(inbox)" }

  private func path(of inbox: InboxName) -> String { "\(root(of: inbox))/\(folderName)" }

  /// The keys whose values are in the folder.
  private func keys(of inbox: InboxName) -> [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: root(of: inbox))) ?? []).filter { name in
      name == Self.unsealed || name.utf8.count == 8 && name.allSatisfy(\.isHexDigit)
    }.sorted()
  }

  /// Checks that the folder is there, and not for another key alone.
  ///
  /// A disk that is not mounted is not a folder without values.
  private func checkFolder(of inbox: InboxName) throws(ExchangeError) {
    guard FileStatus.isFolder(HomePath.expanded(address)) else {
      throw .badFolder("there is no folder \(address); create or mount it first")
    }
    let keys = keys(of: inbox)
    guard let other = keys.first, !keys.contains(folderName) else { return }
    throw .wrongKey(here: key.id, stream: other == Self.unsealed ? "" : other)
  }
}
