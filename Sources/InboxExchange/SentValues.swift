import Synchronization

/// The values that a connection has sent and not yet read back.
///
/// They come back like those of others, and nothing needs to be done with them: what the inbox has
/// includes them.
///
/// State: all below. Guard: the mutex. Reason: one task sends, another one reads.
final class SentValues: Sendable {
  private struct State {
    /// The values of the publication that waits for its answers, by subject.
    var published: [String: [UInt8]] = [:]
    /// The sequences of those that came back, or that another machine has sent as well.
    var returned: [String: Int64] = [:]
    /// The sequences of the values before.
    var sequences: Set<Int64> = []
    /// The sequence up to which was read.
    var readTo: Int64 = 0
    /// The highest sequence of all values that were stored.
    var last: Int64 = 0
  }

  private let state = Mutex(State())

  /// The highest sequence of all values that were stored; 0 for none.
  var last: Int64 { state.withLock { $0.last } }

  /// Forgets all, before a stream is read that may have other values with these sequences.
  func removeAll() {
    state.withLock { $0 = State() }
  }

  /// Notes values that are about to be published.
  func begin(_ values: [OutgoingValue]) {
    state.withLock { state in
      state.published = Dictionary(values.map { ($0.subject, $0.bytes) }) { $1 }
      state.returned = [:]
    }
  }

  /// Notes the end of the publication.
  ///
  /// - Parameter sequences: Those of the values that were stored.
  /// - Returns: The sequences of equal values that were read meanwhile, by subject.
  @discardableResult
  func end(_ sequences: [Int64]) -> [String: Int64] {
    state.withLock { state in
      state.published = [:]
      defer { state.returned = [:] }
      state.sequences.formUnion(sequences.filter { $0 > state.readTo })
      state.last = max(state.last, sequences.max() ?? 0)
      return state.returned
    }
  }

  /// Takes the own values out of a page.
  ///
  /// - Parameter page: The page, which follows the one before.
  /// - Returns: The values of others.
  func others(in page: ExchangePage) -> [IncomingValue] {
    state.withLock { state in
      let others = page.values.filter { value in
        guard state.sequences.remove(value.sequence) == nil else { return false }
        guard state.published[value.subject] == value.bytes else { return true }
        state.returned[value.subject] = value.sequence
        return false
      }
      state.readTo = page.place.sequence
      // Those that were replaced before they were read never come.
      if page.place.sequence >= state.last { state.sequences.removeAll() }
      return others
    }
  }
}
