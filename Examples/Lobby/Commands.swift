import Foundation
import InboxCore

/// What the program does without a screen.
struct Commands {
  let inbox: Inbox

  /// Does what a command says; returns the exit status.
  func run(_ command: String, _ arguments: some Collection<String>) throws -> Int32 {
    switch command {
    case "follow": try follow()
    case "read": return try read(Array(arguments)) ? EXIT_SUCCESS : EXIT_FAILURE
    default:
      Self.print("Lobby: follow, or read MESSAGES")
      return EXIT_FAILURE
    }
    return EXIT_SUCCESS
  }

  /// Tells what is done in the inbox, by any program and on any machine, until a line is typed.
  private func follow() throws {
    let inbox = inbox
    let token = try inbox.observe { change in
      if change.isReload { Self.print("read everything again") }
      for event in change.events {
        for number in event.messages {
          // It may be gone by now.
          let source = (try? inbox.message(number))?.source ?? "gone"
          Self.print("\(event.name) \(number) \(source) \(event.origin ?? "here")")
        }
      }
    }
    _ = readLine()
    token.cancel()
  }

  /// Marks messages read that are named as on a command line; false if one names none or several.
  private func read(_ references: [String]) throws -> Bool {
    let found = try inbox.resolve(references)
    try inbox.markRead(found.numbers)
    for reference in found.unknown { Self.print("no message \(reference)") }
    for (reference, numbers) in found.ambiguous {
      Self.print("\(reference) may be \(numbers.map(\.description).joined(separator: ", "))")
    }
    return found.unknown.isEmpty && found.ambiguous.isEmpty
  }

  private static func print(_ line: String) {
    try? FileHandle.standardOutput.write(contentsOf: Data("\(line)\n".utf8))
  }
}
