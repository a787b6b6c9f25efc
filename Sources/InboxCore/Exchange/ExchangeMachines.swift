import Foundation

/// The machines of an exchange, as one of them knows them.
package struct ExchangeMachines: Sendable, Hashable {
  /// A name that several machines have.
  package struct SharedName: Sendable, Hashable {
    /// The name.
    package var name: String
    /// Number of other machines that have it.
    package var otherCount: Int
    /// Whether this machine has it too.
    package var isOwn: Bool

    /// Creates a shared name.
    package init(_ name: String, otherCount: Int, isOwn: Bool) {
      (self.name, self.otherCount, self.isOwn) = (name, otherCount, isOwn)
    }
  }

  /// This machine; nil while it has no name.
  package var own: ExchangePeer?
  /// The other machines, the last seen first.
  package var others: [ExchangePeer]

  /// Creates a list of machines.
  package init(own: ExchangePeer? = nil, others: [ExchangePeer] = []) {
    (self.own, self.others) = (own, others)
  }

  /// This machine, if it has a name, and the others.
  package var all: [ExchangePeer] { [own].compactMap(\.self) + others }

  /// Whether another inbox of the same name and person began after a machine wrote last.
  ///
  /// An inbox that is restored from a backup, or moved to another computer, has a new origin, and
  /// the old one never writes again. Two machines that both live are told apart by the older one's
  /// writing: it announces itself again when it reads that the newer one began.
  package func isReplaced(_ peer: ExchangePeer) -> Bool {
    all.contains { other in
      other.origin != peer.origin && other.name == peer.name && other.person == peer.person
        && other.since.map { $0 > peer.seenAt } ?? false
    }
  }

  /// The names that several machines have, without those that were replaced.
  package var sharedNames: [SharedName] {
    let living = others.filter { !isReplaced($0) }
    let counts = Dictionary(grouping: living, by: \.name).mapValues(\.count)
    return counts.compactMap { name, count -> SharedName? in
      let isOwn = own?.name == name
      return count > 1 || isOwn ? SharedName(name, otherCount: count, isOwn: isOwn) : nil
    }.sorted { $0.name < $1.name }
  }
}
