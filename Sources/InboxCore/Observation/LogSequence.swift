/// The log from one sequence on, without end: page by page as it grows.
struct LogSequence: AsyncSequence, Sendable {
  let broadcast: ChangeBroadcast
  let start: Int64
  let read: @Sendable (Int64) throws -> LogPage

  func makeAsyncIterator() -> Iterator {
    Iterator(broadcast: broadcast, read: read, position: start)
  }

  struct Iterator: AsyncIteratorProtocol {
    let broadcast: ChangeBroadcast
    let read: @Sendable (Int64) throws -> LogPage
    var position: Int64
    private var signals: ChangeSignals?

    init(
      broadcast: ChangeBroadcast, read: @escaping @Sendable (Int64) throws -> LogPage,
      position: Int64
    ) {
      self.broadcast = broadcast
      self.read = read
      self.position = position
    }

    mutating func next() async throws -> LogPage? {
      if signals == nil { signals = try ChangeSignals(from: broadcast) }
      while !Task.isCancelled {
        if let page = try nextPage() { return page }
        guard await signals?.next() == true else { return nil }
      }
      return nil
    }

    /// What follows the position, nil when that is nothing; moves on past it.
    private mutating func nextPage() throws -> LogPage? {
      let page = try read(position)
      switch page {
      case .entries(let entries):
        guard let last = entries.last else { return nil }
        position = last.sequence
      case .gap(let resumption):
        position = resumption
      }
      return page
    }
  }
}
