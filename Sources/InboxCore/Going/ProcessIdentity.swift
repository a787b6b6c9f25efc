import Foundation

/// A process and when it began: the number alone may belong to another one by now.
struct ProcessIdentity: Sendable, Hashable {
  /// How a process stands.
  enum Condition: Sendable {
    case running
    /// Stopped, as by Ctrl-Z: it answers nothing until it goes on.
    case stopped
    case gone
  }

  var number: Int32
  /// Clock ticks from the start of the system; 0 where that cannot be known.
  var started: Int64

  /// This process.
  static var current: ProcessIdentity {
    let number = getpid()
    return ProcessIdentity(number: number, started: facts(of: number)?.started ?? 0)
  }

  /// How the process stands now.
  var condition: Condition {
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

  /// State and start of a process, as the kernel tells them.
  ///
  /// The name in the second field may hold blanks and brackets, so fields count from its end.
  private static func facts(of number: Int32) -> (state: Substring, started: Int64)? {
    guard let text = try? String(contentsOfFile: "/proc/\(number)/stat", encoding: .utf8),
      let end = text.lastIndex(of: ")")
    else { return nil }
    let fields = text[text.index(after: end)...].split(separator: " ")
    guard fields.count > 19, let started = Int64(fields[19]) else { return nil }
    return (fields[0], started)
  }
}
