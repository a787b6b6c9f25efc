import Foundation
import InboxCore

/// A closed inbox with messages of every kind, and damaged copies of its file.
package final class DamagedInbox {
  /// The undamaged inbox's folder.
  package let folder: String
  private let temporary: TemporaryFolder
  private let bytes: [UInt8]
  private var copies = 0

  /// Path of the undamaged database.
  package var path: String { folder + "/" + Inbox.fileName }

  /// Makes an inbox, the same for the same seed.
  package init(seed: UInt64, count: Int = 160) throws {
    temporary = try TemporaryFolder()
    folder = temporary.path + "/whole"
    let inbox = try Inbox.open(folder: folder, configuration: .testing())
    try inbox.fillWithEveryKind(count: count, seed: seed)
    try inbox.close()
    bytes = [UInt8](try Data(contentsOf: URL(filePath: folder + "/" + Inbox.fileName)))
  }

  /// Makes a damaged copy and returns its folder.
  package func copy(damaged damage: FileDamage, seed: UInt64) throws -> String {
    // Sequences of neighboring seeds run into each other.
    var random = SeededRandom(seed: seed &* 1_000_003)
    return try copy { damage.apply(to: &$0, &random) }
  }

  /// Makes a copy with other bytes and returns its folder.
  package func copy(_ change: (inout [UInt8]) -> Void) throws -> String {
    copies += 1
    let copy = temporary.path + "/copy-\(copies)"
    try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: true)
    var bytes = bytes
    change(&bytes)
    try Data(bytes).write(to: URL(filePath: copy + "/" + Inbox.fileName))
    return copy
  }
}
