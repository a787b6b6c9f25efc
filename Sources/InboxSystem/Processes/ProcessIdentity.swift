import Foundation

/// A process by id and start time, because the system reuses ids.
package struct ProcessIdentity: Sendable, Hashable {
  /// The condition of a process: whether it runs.
  package enum Condition: Sendable {
    case running
    /// Stopped, as by Ctrl-Z: it does nothing until it is continued.
    case stopped
    case gone
  }

  package var number: Int32
  /// Clock ticks since the system's start; 0 if unknown.
  package var started: Int64

  /// Makes an identity.
  package init(number: Int32, started: Int64) {
    self.number = number
    self.started = started
  }

  /// This process.
  package static var current: ProcessIdentity {
    let number = getpid()
    return ProcessIdentity(number: number, started: facts(of: number)?.started ?? 0)
  }

  /// Whether the process runs now.
  package var condition: Condition {
    #if os(Linux)
      guard let facts = Self.facts(of: number), facts.started == started else { return .gone }
      return switch facts.state {
      case "Z", "X": .gone
      case "T", "t": .stopped
      default: .running
      }
    #else
      kill(number, 0) == 0 || errno == EPERM ? .running : .gone
    #endif
  }

  /// State and start time of a process, from `/proc`.
  ///
  /// The name in the second field may hold spaces and parentheses, so fields count from its end.
  private static func facts(of number: Int32) -> (state: Substring, started: Int64)? {
    guard let text = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8),
      let end = text.lastIndex(of: ")")
    else { return nil }
    let fields = text[text.index(after: end)...].split(separator: " ")
    guard fields.count > 19, let started = Int64(fields[19]) else { return nil }
    return (fields[0], started)
  }
}
