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
    guard FileStatus.isFolder(HomePath.expanded(address)) else {
      throw ExchangeError.badFolder("there is no folder \(address); create or mount it first")
    }
    let names = try? FileManager.default.contentsOfDirectory(atPath: path(of: inbox))
    let ending = "." + ValuesFile.fileExtension
    guard let names = names?.filter({ $0.hasSuffix(ending) }), !names.isEmpty else { return nil }
    return names.reduce(0) { count, name in
      var file = ValuesFile("\(path(of: inbox))/\(name)")
      return count + file.read(atLeast: .max).count
    }
  }

  func exchange(
    _ inbox: Inbox, named name: InboxName, report: @escaping @Sendable (ExchangeStatus) -> Void
  ) async throws {
    // A disk that is not mounted is not a folder without values.
    _ = try await valueCount(of: name)
    let codec = try ExchangeCodec(inbox, named: name, key: key)
    let transport = try FolderTransport(path(of: name), file: "\(codec.origin)")
    let exchange = Exchange(
      "folder", of: inbox, as: codec, by: transport, reading: { _ in transport }, report: report)
    try await exchange.run()
  }

  func startOver(_ inbox: Inbox, named name: InboxName) async throws {
    let folder = path(of: name)
    let codec = try ExchangeCodec(inbox, named: name, key: key)
    let ending = "." + ValuesFile.fileExtension
    for file in (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    where file.hasSuffix(ending) {
      unlink("\(folder)/\(file)")
    }
    let transport = try FolderTransport(folder, file: "\(codec.origin)")
    _ = try await transport.publish([codec.encodedKey(expecting: nil)])
  }

  private func path(of inbox: InboxName) -> String { "\(HomePath.expanded(address))/\(inbox)" }
}
