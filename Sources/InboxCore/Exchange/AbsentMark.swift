/// What is left of a message that is not here: why, and what may bring it back.
///
/// Without a mark, a late change of the message elsewhere would bring it back, or a part of it.
package struct AbsentMark: Sendable, Hashable {
  /// The reason why the message is not here.
  package enum Reason: Sendable, Hashable {
    /// A person removed it for good, on any machine.
    case purged(HybridClock)
    /// This machine removed it to keep its maximum; the others still have it.
    case pruned
    /// Its state, counters or answers came before its content.
    case early
  }

  /// The reason.
  package var reason: Reason
  /// The generation that is not here.
  package var generation: Int64
  /// Source and id; nil where another machine purged it and they never were here.
  package var identity: MessageIdentity?
  /// The highest timestamp of the content that was pruned; a later push must follow it, and news that
  /// is later brings it back.
  package var latest: HybridClock?
}

extension AbsentMark {
  /// The mark of a content register that was purged; nil for another one.
  package init?(of content: ContentRegister, identity: MessageIdentity? = nil) {
    guard let clock = content.purgedAt else { return nil }
    self.init(reason: .purged(clock), generation: content.generation, identity: identity)
  }
}

extension AbsentMark {
  /// How long the mark of a purge is sent, in milliseconds: 180 days from the purge.
  ///
  /// By the timestamp of the purge, so that it ends on all machines and in the stream alike; from
  /// then on nobody sends it again, and it refuses nothing.
  package static let lifetime: Int64 = 180 * 86_400_000

  /// How long the mark of a purge is kept, in milliseconds: 210 days.
  ///
  /// After ``lifetime`` it only gives a push its generation, so that a push that knows of the purge
  /// never meets a mark that somebody with a slow clock still sends.
  package static let retention: Int64 = 210 * 86_400_000

  /// How long a machine may have read nothing before it holds back what the exchange lacks, in
  /// milliseconds: 150 days.
  ///
  /// The difference to ``lifetime`` is for wrong clocks.
  package static let longAbsence: Int64 = 150 * 86_400_000

  /// How long a purge may wait until it is sent, in milliseconds: 15 days.
  ///
  /// One that waited longer is written again with the time of its sending, as its mark must stay in
  /// the exchange for longer than a machine may be away.
  package static let renewal: Int64 = 15 * 86_400_000

  /// Whether the mark of a purge has ended; the marks of others stay until content comes.
  ///
  /// - Parameters:
  ///   - now: The time in milliseconds since 1970.
  ///   - lifetime: How long the mark of a purge is kept, in milliseconds.
  /// - Returns: True from its end on.
  package func isExpired(at now: Int64, lifetime: Int64 = lifetime) -> Bool {
    guard case .purged(let clock) = reason else { return false }
    let (end, isOverflow) = clock.milliseconds.addingReportingOverflow(lifetime)
    return !isOverflow && end <= now
  }

  /// Whether a machine was away for so long that marks may have ended that it never saw.
  ///
  /// What it has sent before, and the exchange lacks now, may be purged: it stays here and is held
  /// back until another machine sends it, or the person decides. What it never sent is sent.
  ///
  /// - Parameters:
  ///   - lastReading: When it last had read everything, in milliseconds since 1970 by its own
  ///     clock; nil if it never did.
  ///   - now: The time by the same clock.
  ///   - limit: The longest harmless absence, in milliseconds.
  /// - Returns: Whether the absence reached the limit.
  package static func isLongAbsence(
    since lastReading: Int64?, at now: Int64, limit: Int64 = longAbsence
  ) -> Bool {
    guard let lastReading else { return false }
    let (absence, isOverflow) = now.subtractingReportingOverflow(lastReading)
    return isOverflow || absence >= limit
  }

  /// Whether content from another machine becomes a message here.
  ///
  /// - Parameters:
  ///   - content: The content, joined with what is here.
  ///   - now: The time in milliseconds since 1970.
  ///   - lifetime: How long the mark of a purge is sent, in milliseconds.
  /// - Returns: False for purged content, for the generation that was pruned here, unless it has asked
  ///   for attention since, and for one that was purged, until the mark ends.
  package func admits(
    _ content: ContentRegister, at now: Int64, lifetime: Int64 = lifetime
  ) -> Bool {
    guard !content.isPurged else { return false }
    switch reason {
    case .early: return true
    case .pruned: return content.generation > generation || hasNews(content)
    case .purged:
      return content.generation > generation || isExpired(at: now, lifetime: lifetime)
    }
  }

  private func hasNews(_ content: ContentRegister) -> Bool {
    guard let latest, content.attention?.value == true else { return false }
    return content.generation == generation && content.raised.all.contains { latest < $0 }
  }

  /// The mark after a purged content was read.
  package func joined(with content: ContentRegister) -> AbsentMark {
    guard let clock = content.purgedAt, content.generation >= generation else { return self }
    if case .purged(let own) = reason, content.generation == generation, own >= clock {
      return self
    }
    return AbsentMark(reason: .purged(clock), generation: content.generation, identity: identity)
  }
}

extension AbsentMark {
  /// The generation of a push with an id.
  ///
  /// A machine that knows of a purge begins the next generation. One that does not uses the same,
  /// and the purge stands. A pruned message comes back in its own generation.
  ///
  /// - Parameters:
  ///   - content: The content register of the id; nil for none.
  ///   - mark: The mark of the id; nil for none or an ended one.
  /// - Returns: The generation of the content to write.
  package static func generation(of content: ContentRegister?, mark: AbsentMark?) -> Int64 {
    let known = content.map { $0.isPurged ? $0.generation + 1 : $0.generation } ?? 0
    guard let mark else { return known }
    if case .purged = mark.reason { return max(known, mark.generation + 1) }
    return max(known, mark.generation)
  }
}
