import InboxCore

/// The list of machines.
extension Exchange {
  /// Tells the others that this machine takes part.
  ///
  /// - Throws: ``ExchangeError``, ``InboxError``.
  func announce() async throws {
    guard let peer = try taking.announcement(of: codec.origin) else { return }
    let outcomes = try await transport.publish([try codec.encoded(peer)])
    guard case .stored? = outcomes.first else { return }
    try taking.noteAnnounced(peer)
  }

  /// Tells the others which machines were taken out of the list here.
  ///
  /// - Throws: ``ExchangeError``, ``InboxError``.
  func sendForgotten() async throws {
    let peers = try taking.forgotten()
    guard !peers.isEmpty else { return }
    let outcomes = try await transport.publish(try peers.map { try codec.encoded($0) })
    var stored: [ExchangePeer] = []
    var held: [ExchangePeer] = []
    for (peer, outcome) in zip(peers, outcomes) {
      if case .stored = outcome { stored.append(peer) } else { held.append(peer) }
    }
    try taking.noteSent(stored, isRefused: false)
    try taking.noteSent(held, isRefused: true)
    let problem = outcomes.compactMap(\.text).last
    try update(isLast: true) { status in status.problem = problem ?? status.problem }
  }
}
