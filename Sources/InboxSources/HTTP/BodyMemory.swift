import Synchronization

/// The memory that the bodies of all requests may take that are being received or answered.
///
/// What has not yet proved that it may send, such as a webhook before its signature is known, has less.
///
/// State: the bytes that are taken. Guard: the mutex, because requests are served by several threads.
final class BodyMemory: Sendable {
  private struct State {
    var count = 0
    var unprovedCount = 0
  }

  /// The memory of this process.
  static let all = BodyMemory(most: 64 * 1_024 * 1_024, mostUnproved: 16 * 1_024 * 1_024)

  private let most: Int
  private let mostUnproved: Int
  private let state = Mutex(State())

  /// Makes a memory of so many bytes, and so many of them for what is not proved.
  init(most: Int, mostUnproved: Int) {
    (self.most, self.mostUnproved) = (most, mostUnproved)
  }

  /// Takes bytes; false, and none taken, where there are too few.
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

/// What one request takes of the memory for bodies.
///
/// State: its bytes. Guard: the mutex, because a body is read by a task of its own.
final class BodyShare: Sendable {
  private struct State {
    var count = 0
    var isProved = true
  }

  private let memory: BodyMemory
  private let state = Mutex(State())

  init(of memory: BodyMemory) {
    self.memory = memory
  }

  /// Whether the sender may send, as far as it is known; set before the first byte is taken.
  var isProved: Bool {
    get { state.withLock { $0.isProved } }
    set { state.withLock { $0.isProved = newValue } }
  }

  /// Takes bytes; false, and none taken, where there are too few.
  func take(_ count: Int) -> Bool {
    state.withLock { state in
      guard memory.take(count, isProved: state.isProved) else { return false }
      state.count += count
      return true
    }
  }

  /// Gives all bytes back.
  func giveBack() {
    state.withLock { state in
      memory.giveBack(state.count, isProved: state.isProved)
      state.count = 0
    }
  }
}
