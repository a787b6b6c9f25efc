import InboxCore
import Synchronization

/// Ends the repairs of a value that another program replaces again and again.
///
/// Two programs that disagree on what a valid value is would overwrite each other's for ever. After
/// some repairs, a value is held back until it is changed here, or tried again after an hour.
///
/// State: the repairs to come, and those that were made. Guard: the mutex. Reason: one task reads
/// what must be repaired, another one sends it.
final class RepairLimit: Sendable {
  /// The repairs of a value since the last change of this machine, the hash of the value that was sent
  /// last, and whether damaged values are in its place, and not those of a program.
  private typealias Run = (count: Int, hash: Int, isDamaged: Bool)

  /// The repairs that are noted, and those that were made.
  private struct State {
    /// The values that are to be replaced.
    var coming: [RegisterPlace: (sequence: Int64, isDamaged: Bool)] = [:]
    var runs: [RegisterPlace: Run] = [:]

    /// The repairs of a value with the one that sends it now; nil if that is no repair.
    mutating func run(
      of place: RegisterPlace, sending value: ExchangeValue
    ) -> Run? {
      let known = runs[place]
      let hash = value.bytes.hashValue
      let replaced = coming.removeValue(forKey: place)
      var isRepair = replaced?.sequence == value.sequence
      // What was held back and is tried again begins anew.
      if let known, known.hash == hash, known.count <= most { isRepair = true }
      guard isRepair else { return nil }
      return Run(
        count: min((known?.count ?? 0) + 1, most + 1), hash: hash,
        // One value of an older program is enough.
        isDamaged: (replaced?.isDamaged ?? true) && (known?.isDamaged ?? true))
    }
  }

  private let state = Mutex(State())

  /// Maximum repairs of one value in a row.
  static let most = 8
  /// What is wrong when a program replaced more values, which it can read only in part.
  static let problem =
    "another program keeps undoing changes of this machine; update Bellboard on all machines"

  /// What is wrong with values that were repaired too often.
  ///
  /// - Parameters:
  ///   - values: The values that are held back.
  ///   - count: The number of values that could not be read.
  /// - Returns: A sentence without a period.
  func problem(of values: [ExchangeValue], ignored count: Int) -> String {
    let isDamaged = state.withLock { state in
      values.allSatisfy { state.runs[RegisterPlace($0.subject, $0.name)]?.isDamaged == true }
    }
    return isDamaged
      ? "somebody writes damaged values to the stream (ignored \(count))" : Self.problem
  }

  /// Notes values that must be sent again though nothing was changed here.
  ///
  /// - Parameters:
  ///   - repairs: The sequences of the values that the stream has instead.
  ///   - isDamaged: Whether those cannot be read.
  func note(_ repairs: [RegisterPlace: Int64], isDamaged: Bool = false) {
    state.withLock { state in
      for (place, sequence) in repairs {
        state.coming[place] = (sequence, isDamaged)
      }
    }
  }

  /// Counts the repairs among values that are about to be sent.
  ///
  /// A value that is sent once more because the other program was faster counts as well. One that is
  /// sent for another reason, such as a change of this machine, may be repaired as often again.
  ///
  /// - Parameter values: The values.
  /// - Returns: Those to send, and those that were repaired too often.
  func split(_ values: [ExchangeValue]) -> (sent: [ExchangeValue], held: [ExchangeValue]) {
    state.withLock { state in
      guard !state.coming.isEmpty || !state.runs.isEmpty else { return (values, []) }
      var parts: (sent: [ExchangeValue], held: [ExchangeValue]) = ([], [])
      for value in values {
        let place = RegisterPlace(value.subject, value.name)
        let run = state.run(of: place, sending: value)
        state.runs[place] = run
        if let run, run.count > Self.most {
          parts.held.append(value)
        } else {
          parts.sent.append(value)
        }
      }
      return parts
    }
  }
}
