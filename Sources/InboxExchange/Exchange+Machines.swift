package import InboxCore
package import InboxSettings

/// The list of machines.
extension Exchange {
  /// Tells the others that this machine takes part.
  ///
  /// - Throws: ``ExchangeError``, ``InboxError``.
  func announce() async throws {
    guard let peer = try taking.announcement(of: codec.origin) else { return }
    let outcomes = try await answered([try codec.encoded(peer)])
    try update(isLast: true) { $0.absence = outcomes.first?.text }
    guard outcomes.first?.sequence != nil else { return }
    try taking.noteAnnounced(peer)
  }

  /// Tells the others which machines were taken out of the list here.
  ///
  /// - Throws: ``ExchangeError``, ``InboxError``.
  func sendForgotten() async throws {
    let peers = try taking.forgotten()
    guard !peers.isEmpty else { return }
    let outcomes = try await answered(try peers.map { try codec.encoded($0) })
    let answers = zip(peers, outcomes)
    try taking.noteSent(answers.filter { $1.sequence != nil }.map(\.0), isRefused: false)
    try taking.noteSent(answers.filter { $1.sequence == nil }.map(\.0), isRefused: true)
    let problem = outcomes.compactMap(\.text).last
    try update(isLast: true) { status in status.problem = problem ?? status.problem }
  }
}

extension ExchangeTransport {
  /// Publishes a value that must be stored.
  ///
  /// - Throws: ``ExchangeError``, also if the value is refused.
  func publish(_ value: OutgoingValue) async throws(ExchangeError) {
    if let reason = try await publish([value]).first?.text { throw .notStored(reason) }
  }

  /// Checks that the values name no other key: machines with that key could not read this one's
  /// values.
  ///
  /// - Throws: ``ExchangeError/wrongKey(here:stream:)``, ``ExchangeError``.
  func checkKey(of codec: ExchangeCodec) async throws {
    for try await page in pages(after: nil) {
      for value in page.values { try codec.checkKey(codec.decoded(value)) }
      if page.isLast { break }
    }
  }
}

extension ExchangeSettings {
  /// Tells the other machines that this one has left.
  ///
  /// - Parameters:
  ///   - machines: The description of this machine in each inbox, with the time at which it left.
  ///   - limit: Time limit for all inboxes together; a slower server or folder is not awaited.
  /// - Throws: ``ExchangeError``, also after the limit; the others may still have been told.
  package func tell(_ machines: [InboxName: ExchangePeer], within limit: Duration) async throws {
    let done: Void? = try await UnawaitedWork.run {
      try await connected { connection in
        for (inbox, machine) in machines { try await connection.tell(machine, in: inbox) }
      }
    } until: {
      try await Task.sleep(for: limit)
    }
    guard done != nil else { throw ExchangeError.timedOut(server: place, .answer) }
  }

  /// The servers, of which one was asked, or the folder.
  private var place: String {
    guard !servers.isEmpty else { return folder }
    return servers.map { (try? NATSAddress($0)).map { "\($0)" } ?? "the server" }
      .joined(separator: " or ")
  }
}
