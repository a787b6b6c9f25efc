import InboxText

/// How many pushes of a message one machine has stored; only that machine writes it.
///
/// A machine counts the push that made a message only where another machine may make the same one,
/// which is where the message has a ``FoldID``. An inbox file that was copied, or put back from a
/// backup, counts by a new origin: else pushes of both would count as one.
package struct OccurrenceCounter: Sendable, Hashable {
  /// The generation of the content.
  package var generation: Int64
  /// The number of pushes.
  package var count: Int64
  /// When the last one came, in milliseconds since 1970.
  package var lastAt: Int64
  /// Members of newer versions.
  package internal(set) var unknown = UnknownMembers()

  /// The counter after both are known: the higher generation, then the larger.
  package func joined(with other: Self) -> Self {
    if generation != other.generation { return generation < other.generation ? other : self }
    var joined = (count, lastAt) < (other.count, other.lastAt) ? other : self
    joined.unknown = unknown.joined(with: other.unknown)
    return joined
  }

  /// The counter after some more pushes; it stays at the maximum.
  ///
  /// - Parameters:
  ///   - pushes: Their number, at least 0.
  ///   - time: The time of the last one.
  ///   - generation: The generation of the content; a counter of an earlier one begins anew.
  /// - Returns: The new counter.
  package func adding(_ pushes: Int64, at time: Int64, generation: Int64) -> Self {
    var counter = self
    if generation != self.generation {
      counter = Self(generation: generation, count: 0, lastAt: time)
    }
    let limit = RegisterLimits.number.upperBound
    counter.count = pushes > limit - counter.count ? limit : counter.count + pushes
    counter.lastAt = max(counter.lastAt, time)
    return counter
  }

  /// The number of occurrences to show.
  ///
  /// - Parameters:
  ///   - counters: Those of all machines.
  ///   - content: The content of the message.
  /// - Returns: At least 1.
  package static func shown(_ counters: [Self], of content: ContentRegister) -> Int64 {
    let limit = RegisterLimits.number.upperBound
    let sum = counters.filter { $0.generation == content.generation }.reduce(Int64(0)) {
      $1.count > limit - $0 ? limit : $0 + $1.count
    }
    let isCounted = content.identity.flatMap { FoldID($0.id) } != nil
    return isCounted ? max(sum, 1) : min(sum, limit - 1) + 1
  }
}

extension OccurrenceCounter {
  /// The register as JSON; equal registers have equal texts.
  var json: JSONValue {
    var members = unknown.values
    members["v"] = .integer(ExchangeRegister.version)
    members["g"] = .integer(generation)
    members["n"] = .integer(count)
    members["last"] = .integer(lastAt)
    return .object(members)
  }

  /// Decodes the members after the version.
  init(_ reader: inout MemberReader) throws(RegisterError) {
    self.init(
      generation: try reader.integer("g").required(), count: try reader.integer("n").required(),
      lastAt: try reader.integer("last", in: 0...HybridClock.latestMilliseconds).required())
    unknown = reader.unknown
  }
}
