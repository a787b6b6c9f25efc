import InboxCore

/// A field of a generation of a message, whose changes are ordered.
struct ModelField: Hashable {
  var key: String
  var generation: Int64
  /// `title`, `body`, `resolved_at`, `attention`, `altered`, or `status`, `pin`, `snooze` with a person.
  var name: String
}

/// A change that somebody made.
struct ModelChange {
  var field: ModelField
  var clock: HybridClock
  /// The changes of the field that its machine had seen.
  var seen: Set<HybridClock>
  /// The status changes that its machine had seen, for what asks for attention.
  var seenStatus: Set<HybridClock> = []
  /// What had asked for attention or changed a text, by its machine's knowledge, for changes of a
  /// state.
  var seenAttention: Set<HybridClock> = []
  var person = ""
  var isWhole = true
  /// Whether it asks for attention.
  var raises = false
}

/// The asking of a question on one machine.
struct ModelAsking: Hashable {
  var key: String
  var clock: HybridClock
}

/// All that happened, as nobody on a single machine can know it.
struct ModelHistory {
  /// The changes of each field.
  private(set) var changes: [ModelField: [ModelChange]] = [:]
  /// The number of pushes that a machine took as occurrences of a message.
  var pushes: [String: [Int64: Int64]] = [:]
  /// Generations in which a message was made.
  var made: [String: Set<Int64>] = [:]
  /// Generations that were purged.
  var purged: [String: Set<Int64>] = [:]
  /// Messages that were pruned somewhere.
  var pruned: Set<String> = []
  /// Fold keys with a message that was deleted, purged or pruned.
  var closedFolds: Set<String> = []
  /// Messages that were pruned where the stream forgot: the only copy of a change may be gone.
  var forgotten: Set<String> = []
  /// Messages that a machine sent again after a long absence, whose counts began anew.
  var loose: Set<String> = []
  /// What the script that asked was told.
  var returned: [ModelAsking: String] = [:]
  /// What is broken, with the first case of each.
  private(set) var violations: [Violation: String] = [:]
  /// Whether each value is encoded and decoded on its way.
  var isWireChecked = false
  private var number = 0

  /// A number that was not given before.
  mutating func next() -> Int {
    number += 1
    return number
  }

  /// Notes that something is broken.
  mutating func broke(_ violation: Violation, _ detail: @autoclosure () -> String = "") {
    if violations[violation] == nil { violations[violation] = detail() }
  }

  mutating func add(_ change: ModelChange) { changes[change.field, default: []].append(change) }

  /// Notes that a message was deleted, purged or pruned.
  mutating func close(_ key: String) { if let id = FoldID(key) { closedFolds.insert(id.hash) } }

  /// Forgets a message whose mark has ended.
  mutating func forget(_ key: String) {
    let purged = purged[key] ?? []
    for field in changes.keys where field.key == key && purged.contains(field.generation) {
      changes[field] = nil
    }
    for generation in purged {
      pushes[key]?[generation] = nil
      made[key]?.remove(generation)
    }
    self.purged[key] = nil
  }
}
