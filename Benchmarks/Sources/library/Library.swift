import Foundation
import InboxCore

/// Times what the library does with an inbox and prints a JSON line for each figure.
///
/// `library FOLDER [PART]`: the folder of an inbox, and a part of the name of the reads to time; all
/// reads and changes without one. What it changes it takes back.
@main
enum Library {
  static func main() {
    let arguments = CommandLine.arguments
    guard (2...3).contains(arguments.count) else {
      FileHandle.standardError.write(Data("usage: library FOLDER [PART]\n".utf8))
      exit(64)
    }
    do {
      let now = Date(timeIntervalSince1970: 1_780_000_001)
      let inbox = try Inbox.open(
        folder: arguments[1],
        configuration: .init(maximumCount: 0, durability: .normal, now: { now }))
      // A write settles what the clock has moved, so that the first read does not pay for it.
      try inbox.markRead([])
      let part = arguments.count == 3 ? arguments[2] : ""
      try ReadBench(inbox: inbox, now: now, part: part).run()
      if part.isEmpty { try BulkBench(inbox: inbox).run() }
      try inbox.close()
    } catch {
      FileHandle.standardError.write(Data("library: \(error)\n".utf8))
      exit(1)
    }
  }
}
