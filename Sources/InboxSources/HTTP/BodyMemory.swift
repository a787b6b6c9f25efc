import Synchronization

/// The memory budget for the bodies of all requests in progress.
///
/// Requests that are not authenticated yet, such as a webhook whose signature covers the body, have
/// a smaller budget.
///
/// State: the reserved bytes. Guard: the mutex, because requests are served by several threads.
final class BodyMemory: Sendable {
  /// The budget of this process.
  static let all = BodyMemory(most: 64 * 1_024 * 1_024, mostUnproved: 16 * 1_024 * 1_024)

  private let most: Int
  private let mostUnproved: Int
  private let state = Mutex((count: 0, unprovedCount: 0))

  /// Makes a budget of some bytes, with a limit for unauthenticated requests.
  init(most: Int, mostUnproved: Int) {
    (self.most, self.mostUnproved) = (most, mostUnproved)
  }

  /// Reserves bytes; false, without reserving any, if the budget is too small.
  fileprivate func take(_ count: Int, isProved: Bool) -> Bool {
    state.withLock { state in
      guard state.count + count <= most,
        isProved || state.unprovedCount + count <= mostUnproved
      else { return false }
      state.count += count
      if !isProved { state.unprovedCount += count }
      return true
    }
  }

  fileprivate func giveBack(_ count: Int, isProved: Bool) {
    state.withLock { state in
      state.count -= count
      if !isProved { state.unprovedCount -= count }
    }
  }
}

/// The share of one request in the memory budget.
///
/// State: its bytes. Guard: the mutex, because a separate task reads the body.
final class BodyShare: Sendable {
  private let memory: BodyMemory
  private let state = Mutex((count: 0, isProved: true))

  init(of memory: BodyMemory) {
    self.memory = memory
  }

  /// Whether the sender is authenticated; set before the first byte is reserved.
  var isProved: Bool {
    get { state.withLock { $0.isProved } }
    set { state.withLock { $0.isProved = newValue } }
  }

  /// Reserves bytes; false, without reserving any, if the budget is too small.
  func take(_ count: Int) -> Bool {
    state.withLock { state in
      guard memory.take(count, isProved: state.isProved) else { return false }
      state.count += count
      return true
    }
  }

  /// Releases all bytes.
  func giveBack() {
    state.withLock { state in
      memory.giveBack(state.count, isProved: state.isProved)
      state.count = 0
    }
  }
}
