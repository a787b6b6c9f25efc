import Foundation
import InboxCore

/// Times what the library does with an inbox and prints a JSON line for each figure.
///
/// `library FOLDER`: the folder of an inbox. What it changes it takes back.
@main
enum Library {
  static func main() {
    guard CommandLine.arguments.count == 2 else {
      FileHandle.standardError.write(Data("usage: library FOLDER\n".utf8))
      exit(64)
    }
    do {
      let now = Date(timeIntervalSince1970: 1_780_000_001)
      let inbox = try Inbox.open(
        folder: CommandLine.arguments[1],
        configuration: .init(maximumCount: 0, durability: .normal, now: { now }))
      // A write settles what the clock has moved, so that the first read does not pay for it.
      try inbox.markRead([])
      try ReadBench(inbox: inbox, now: now).run()
      try BulkBench(inbox: inbox).run()
      try inbox.close()
    } catch {
      FileHandle.standardError.write(Data("library: \(error)\n".utf8))
      exit(1)
    }
  }
}
