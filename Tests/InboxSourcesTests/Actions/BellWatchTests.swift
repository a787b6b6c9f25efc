import Foundation
import InboxCore
import InboxTestSupport
import Synchronization
import Testing

@testable import InboxSources

/// The bell is heard while it is there, replaced, or made later.
@Suite(.waiting) struct BellWatchTests {
  /// How often the bell was heard.
  ///
  /// State: the number. Guard: it is atomic. Reason: the watch has a thread of its own.
  private final class Heard: Sendable {
    let count = Atomic(0)
    var value: Int { count.load(ordering: .acquiring) }
  }

  private let folder: TemporaryFolder
  private let heard = Heard()
  private let watch: BellWatch

  init() throws {
    let heard = heard
    folder = try TemporaryFolder()
    watch = BellWatch(folder: folder.path) { heard.count.add(1, ordering: .releasing) }
    let hasBegun = eventually { heard.value == 1 }
    #expect(hasBegun)
  }

  private func write(_ name: String, creating: Bool = false) throws {
    let path = "\(folder.path)/\(name)"
    if creating { try Data().write(to: URL(fileURLWithPath: path)) }
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.write(contentsOf: Data([0]))
    try file.close()
  }

  /// Whether something rings that did not before.
  private func rings(after work: () throws -> Void) rethrows -> Bool {
    let before = heard.value
    try work()
    return eventually { heard.value > before }
  }

  @Test func `a bell that comes later, is replaced, or removed and made again is heard`() throws {
    #expect(try rings { try write(Inbox.bellName, creating: true) })
    for _ in 0..<2 { #expect(try rings { try write(Inbox.bellName) }) }
    try Data().write(to: URL(fileURLWithPath: folder.path + "/new"))
    #expect(rings { rename(folder.path + "/new", "\(folder.path)/\(Inbox.bellName)") })
    #expect(try rings { try write(Inbox.bellName) })
    #expect(rings { unlink("\(folder.path)/\(Inbox.bellName)") })
    #expect(try rings { try write(Inbox.bellName, creating: true) })
    #expect(try rings { try write(Inbox.bellName) })
    watch.end()
  }
}
