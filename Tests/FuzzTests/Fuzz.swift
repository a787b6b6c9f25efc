import Foundation
import InboxTestSupport
import Synchronization
import Testing

/// Rounds of random input for one subject, until its share of the time is up.
///
/// `BELLBOARD_FUZZ_SECONDS` is the time of all subjects, `BELLBOARD_FUZZ_SEED` the first seed. Each
/// round has a seed of its own. The one that runs is noted in the file that
/// `BELLBOARD_FUZZ_NOTES` names, so that a trap tells which it was.
struct Fuzz {
  private static let variables = ProcessInfo.processInfo.environment
  /// Seconds for each subject.
  private static let share = (variables["BELLBOARD_FUZZ_SECONDS"].flatMap(Double.init) ?? 16) / 11
  private static let firstSeed = variables["BELLBOARD_FUZZ_SEED"].flatMap(UInt64.init) ?? 1
  /// Seconds after which a round counts as hanging; far above what the slowest takes.
  private static let limit = 60.0

  /// Runs rounds, the first ones always and the same in every run.
  ///
  /// - Parameters:
  ///   - subject: Its name in notes and reports.
  ///   - least: How many rounds run however long they take.
  ///   - round: One round; throws or records an issue when something is wrong.
  static func run(
    _ subject: String, atLeast least: Int, _ round: (inout SeededRandom) throws -> Void
  ) {
    let deadline = Date() + share
    var seed = firstSeed
    let watchdog = Watchdog(subject, limit: limit)
    defer { watchdog.stop() }
    while Date() < deadline || seed < firstSeed + UInt64(least) {
      note("\(subject) \(seed)")
      watchdog.begin(seed)
      // Sequences of neighboring seeds run into each other.
      var random = SeededRandom(seed: seed &* 1_000_003)
      do {
        try round(&random)
      } catch {
        Issue.record("\(subject), BELLBOARD_FUZZ_SEED=\(seed): \(error)")
        return
      }
      seed += 1
    }
    print("fuzz: \(subject), seeds \(firstSeed) to \(seed - 1)")
  }

  private static func note(_ line: String) {
    guard let path = variables["BELLBOARD_FUZZ_NOTES"] else { return }
    try? (line + "\n").write(toFile: path, atomically: false, encoding: .utf8)
  }
}

/// Ends the test run when one round takes too long, and says which.
private final class Watchdog: Sendable {
  private struct State {
    var seed: UInt64 = 0
    var begun = Date()
    var isStopped = false
  }

  private let state = Mutex(State())

  init(_ subject: String, limit: Double) {
    Thread.detachNewThread { [self] in
      while true {
        sleep(1)
        let state = state.withLock { $0 }
        if state.isStopped { return }
        if Date().timeIntervalSince(state.begun) > limit {
          fatalError("fuzz: \(subject) hangs, BELLBOARD_FUZZ_SEED=\(state.seed)")
        }
      }
    }
  }

  func begin(_ seed: UInt64) {
    state.withLock { $0 = State(seed: seed) }
  }

  func stop() {
    state.withLock { $0.isStopped = true }
  }
}

extension SeededRandom {
  /// A text made of others by what careless hands and broken programs do.
  ///
  /// - Parameters:
  ///   - samples: Good texts of the kind.
  ///   - words: Pieces that mean something in such texts.
  /// - Returns: A text, often a bad one.
  mutating func text(like samples: [String], words: [String]) -> String {
    var scalars = Array(pick(samples).unicodeScalars)
    for _ in 0..<Int.random(in: 0...6, using: &self) {
      let place = Int.random(in: 0...scalars.count, using: &self)
      let end = min(scalars.count, place + Int.random(in: 0...12, using: &self))
      switch Int.random(in: 0..<8, using: &self) {
      // Half typed.
      case 0: scalars.removeSubrange(place...)
      case 1: scalars.removeSubrange(place..<end)
      case 2: scalars.insert(contentsOf: scalars[place..<end], at: place)
      case 3:
        scalars.insert(contentsOf: String.hostile(length: 5, &self).unicodeScalars, at: place)
      case 4: scalars.insert(contentsOf: pick(samples).unicodeScalars, at: place)
      case 5:
        let count = pick([2, 9, 300])
        let piece = pick(words).unicodeScalars
        for _ in 0..<count { scalars.insert(contentsOf: piece, at: place) }
      default: scalars.insert(contentsOf: pick(words).unicodeScalars, at: place)
      }
    }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: scalars)
    return String(text)
  }
}
