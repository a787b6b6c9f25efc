import Foundation
import InboxSystem

/// The folders of an inbox in a shared folder, one for each key.
///
/// Machines with another key never read each other's values. Where two began with different keys
/// before their folders were synchronized, each finds the values of the other and stops, until one
/// has the key file of the other. A new key names those that it replaces, so that an old folder
/// which comes back from a machine that was away stops nobody who has the new key.
struct KeyFolders: Sendable {
  /// The folder of the inbox, with the folders of all keys.
  let root: String
  private let id: String
  /// Which folder the shared one was at first.
  private let identity: FileStatus.Identity?

  /// The folder of values that are not sealed.
  private static let unsealed = "unsealed"
  /// The ending of an empty file in the folder of a key, named after the folder that it replaces.
  private static let replaced = ".replaced"

  /// The folders of an inbox.
  ///
  /// - Parameters:
  ///   - root: The folder of the inbox; it need not exist.
  ///   - id: The id of this machine's key, empty for none.
  init(_ root: String, key id: String) {
    (self.root, self.id) = (root, id)
    identity = FileStatus(path: (root as NSString).deletingLastPathComponent)?.identity
  }

  /// The folder of this machine's key.
  var path: String { path(of: name) }

  /// The names of the files with values of this machine's key.
  var files: [String] { Self.files(in: path) }

  /// Checks that the folders are there: a disk that is not mounted is not a folder without values.
  ///
  /// - Parameter isKnown: Whether values of the inbox were in the shared folder before.
  /// - Throws: ``ExchangeError/badFolder(_:)``.
  func checkPlace(isKnown: Bool) throws(ExchangeError) {
    guard FileStatus.isFolder(shared) else {
      throw .badFolder("there is no folder \(shared); create or mount it first")
    }
    guard isKnown, !FileStatus.isFolder(root) else { return }
    throw .badFolder(
      "the folder \(root) is gone; mount or restore \(shared), or create that folder to begin anew")
  }

  /// Checks that the shared folder is there, no other one without values in its place, and that no other
  /// machine uses another key, other than one that this key has replaced.
  ///
  /// - Throws: ``ExchangeError/wrongKey(here:stream:)``, ``ExchangeError/badFolder(_:)``.
  func check() throws(ExchangeError) {
    try checkPlace(isKnown: FileStatus(path: shared)?.identity != identity)
    let others = others
    guard !others.isEmpty else { return }
    let replaced = Self.replacedNames(in: path)
    let rival = others.first {
      !replaced.contains($0) && !Self.files(in: path(of: $0)).isEmpty
    }
    guard let rival else { return }
    throw .wrongKey(here: id, stream: rival == Self.unsealed ? "" : rival)
  }

  /// Removes the files of this machine under other keys, once others use its present key.
  ///
  /// Its inbox has all values of them, and sends them again under the present key.
  ///
  /// - Parameter file: The name of its file, without extension.
  func leaveOthers(file: String) {
    guard !files.isEmpty else { return }
    for other in others {
      let folder = path(of: other)
      // A program that synchronizes folders may have made copies of it.
      for name in Self.files(in: folder) where name.hasPrefix(file + ".") {
        try? FileManager.default.removeItem(atPath: "\(folder)/\(name)")
      }
      if Self.files(in: folder).isEmpty { try? FileManager.default.removeItem(atPath: folder) }
    }
  }

  /// Notes that the key of this machine replaces all others.
  ///
  /// - Throws: ``ExchangeError/badFolder(_:)``.
  func replaceOthers() throws(ExchangeError) {
    var replaced = Set(others)
    for other in others { replaced.formUnion(Self.replacedNames(in: path(of: other))) }
    do {
      try PrivateFolder.make(path)
      for other in replaced.sorted() where other != name {
        try FileReplacement.replace("\(path)/\(other)\(Self.replaced)", by: "")
      }
    } catch {
      throw unusable(error)
    }
  }

  /// Does something in the folder of this machine's key, which may have been synchronized, removed or
  /// mounted meanwhile; makes it where it is missing.
  func using<Result>(_ work: () throws -> Result) throws(ExchangeError) -> Result {
    try check()
    do {
      try PrivateFolder.make(path)
      return try work()
    } catch {
      throw unusable(error)
    }
  }

  /// The error for one of the system.
  private func unusable(_ error: any Error) -> ExchangeError {
    let reason = (error as? FolderError)?.error ?? error as? SystemError
    return .badFolder("cannot use the folder \(path): \(reason?.reason ?? "\(error)")")
  }

  /// Removes the folders of all other keys.
  func removeOthers() {
    for other in others { try? FileManager.default.removeItem(atPath: path(of: other)) }
  }

  /// The folder that the machines share.
  private var shared: String { (root as NSString).deletingLastPathComponent }

  private var name: String { id.isEmpty ? Self.unsealed : id }

  private func path(of name: String) -> String { "\(root)/\(name)" }

  /// The names of the other keys' folders, sorted.
  private var others: [String] {
    Self.names(in: root).filter { other in
      other != name
        && (other == Self.unsealed || other.utf8.count == 8 && other.allSatisfy(\.isHexDigit))
    }.sorted()
  }

  private static func replacedNames(in folder: String) -> Set<String> {
    let marks = names(in: folder).filter { $0.hasSuffix(replaced) }
    return Set(marks.map { String($0.dropLast(replaced.count)) })
  }

  private static func files(in folder: String) -> [String] {
    names(in: folder).filter { $0.hasSuffix("." + ValuesFile.fileExtension) }
  }

  private static func names(in folder: String) -> [String] {
    (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
  }
}
