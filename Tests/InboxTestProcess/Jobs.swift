#if DEBUG
  import Foundation
  import GRDB
  import InboxSystem
  @testable import InboxCore

  /// Writes messages one commit at a time and prints `number nanoseconds` after each.
  func write(_ arguments: [String]) throws {
    let first = Int64(arguments[2]) ?? 1
    let isFull = arguments[4] == "full"
    let pause = UInt32(arguments[5]) ?? 0
    let inbox = try Inbox.open(
      folder: arguments[1], configuration: .init(durability: isFull ? .full : .normal))
    for number in first..<first + (Int64(arguments[3]) ?? 1) {
      try inbox.store.writeEntry(number)
      say("\(number) \(nanoseconds())")
      if pause > 0 { usleep(pause) }
    }
    try inbox.close()
  }

  /// Commits one message and is killed at the moment when it would ring.
  func writeAndDie(_ arguments: [String]) throws {
    let store = try InboxStore.open(
      folder: arguments[1], configuration: .init(), bell: DeadlyBell())
    try store.writeEntry(Int64(arguments[2]) ?? 1)
  }

  /// Prints `ready`, then `sequence number nanoseconds` for each message until there were enough.
  func watch(_ arguments: [String]) throws {
    let inbox = try Inbox.open(folder: arguments[1])
    let watch = try inbox.watch()
    say("ready")
    var missing = Int(arguments[2]) ?? 1
    while missing > 0 {
      if case .changed(let entries) = try watch.take() {
        let now = nanoseconds()
        for entry in entries {
          for number in entry.numbers { say("\(entry.sequence) \(number.rawValue) \(now)") }
        }
        missing -= entries.count
        continue
      }
      Descriptors.wait(for: [.readable(watch.fileDescriptor)], atMost: watch.retryDelay)
    }
    try inbox.close()
  }

  /// Reaches for the deep link that waits and prints the message it leads to, or `none`.
  func claimLink(_ arguments: [String]) throws {
    let inbox = try Inbox.open(folder: arguments[1])
    if case .message(let number) = try inbox.claimLink(for: .init(at: Date())) {
      say("\(number)")
    } else {
      say("none")
    }
    try inbox.close()
  }

  private struct DeadlyBell: CommitSignal {
    func ring() {
      kill(getpid(), SIGKILL)
    }
  }

  extension InboxStore {
    fileprivate func writeEntry(_ number: Int64) throws {
      try write { database in
        try database.execute(
          sql: "INSERT INTO log (time, verb, numbers) VALUES (0, 'received', ?)",
          arguments: [Data(PackedNumbers([MessageNumber(number)]).bytes)])
      }
    }
  }

  /// Prints a line at once.
  func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }

  private func nanoseconds() -> Int {
    var time = timespec()
    clock_gettime(CLOCK_MONOTONIC, &time)
    return time.tv_sec * 1_000_000_000 + time.tv_nsec
  }
#endif
