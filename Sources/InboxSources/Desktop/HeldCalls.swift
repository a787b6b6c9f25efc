/// The newest states of things that a program replaces faster than its limit allows.
///
/// A download that is told a thousand times has to end with its last state: the states between are
/// left out, the newest waits until the limit allows it.
struct HeldCalls<Call> {
  /// A call with the name of its sender.
  private struct Held {
    var call: Call
    var sender: String
    var turn: Int
  }

  /// Maximum things whose states wait.
  static var most: Int { 256 }
  /// Pause between the tries to store them.
  static var pause: Duration { .milliseconds(50) }

  private var held: [String: Held] = [:]
  private var lastTurn = 0
  /// When to try to store them; nil while there are none.
  private(set) var nextTry: ContinuousClock.Instant?

  /// Whether no further thing can wait.
  var isFull: Bool { held.count >= Self.most }

  /// Whether a state of a thing waits.
  func has(_ thing: String) -> Bool { held[thing] != nil }

  /// Lets a state wait, and returns the one that it replaces.
  mutating func hold(_ call: Call, of thing: String, from sender: String) -> Call? {
    lastTurn += 1
    nextTry = nextTry ?? .now + Self.pause
    return held.updateValue(.init(call: call, sender: sender, turn: lastTurn), forKey: thing)?.call
  }

  /// Takes out the state of a thing, because a newer one is stored or the thing is over.
  mutating func take(_ thing: String) -> Call? {
    defer { if held.isEmpty { nextTry = nil } }
    return held.removeValue(forKey: thing)?.call
  }

  /// Takes out the states that the limits of their senders allow now, the oldest first.
  mutating func release(where admits: (_ sender: String) -> Bool) -> [Call] {
    var released: [Call] = []
    for (thing, waiting) in held.sorted(by: { $0.value.turn < $1.value.turn })
    where admits(waiting.sender) {
      released.append(waiting.call)
      held[thing] = nil
    }
    nextTry = held.isEmpty ? nil : .now + Self.pause
    return released
  }
}
