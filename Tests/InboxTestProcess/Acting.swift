#if DEBUG
  import Foundation
  import InboxCore
  import InboxTestSupport
  import Synchronization

  /// Does the random step of each line of its input and prints `done`.
  func act(_ arguments: [String]) throws {
    let inbox = try Inbox.open(
      folder: arguments[1],
      configuration: .init(maximumCount: Int(arguments[2]), durability: .normal))
    while let line = readLine() {
      guard let step = RandomStep(line: line) else { exit(65) }
      try step.perform(on: inbox)
      say("done")
    }
    try inbox.close()
  }

  /// Stores one batch, and is killed halfway through the next one's transaction.
  func pushAndDie(_ arguments: [String]) throws {
    let batch = (0..<(Int(arguments[2]) ?? 1)).map { Payload.make("\($0)") }
    let inbox = try Inbox.open(folder: arguments[1])
    _ = try inbox.push(batch, defaultSource: "whole")
    let fuse = Fuse(length: batch.count / 2)
    // Each record without an id is given one as it is stored.
    var configuration = InboxConfiguration()
    configuration.makeID = { _ in fuse.burn() }
    inbox.update(configuration: configuration)
    _ = try inbox.push(batch, defaultSource: "half")
  }

  /// Gives ids, and kills the process at the last one.
  private final class Fuse: Sendable {
    private let left: Mutex<Int>

    init(length: Int) {
      left = Mutex(length)
    }

    func burn() -> String {
      let left = left.withLock { left in
        left -= 1
        return left
      }
      if left <= 0 { kill(getpid(), SIGKILL) }
      return "\(left)"
    }
  }
#endif
