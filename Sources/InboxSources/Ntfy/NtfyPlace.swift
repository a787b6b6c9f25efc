import InboxCore
import InboxText

/// The position of a subscriber in the stream of events.
///
/// There are two orders of events: that of the log, and that in which scheduled messages begin by
/// the clock, which no log records.
struct NtfyPlace: Sendable, Hashable {
  /// The last message in one of the orders.
  struct Point: Sendable, Hashable, Comparable {
    /// The sequence number of the log, or milliseconds since 1970.
    var position: Int64
    /// The last message at this position.
    var number = whole

    /// All messages at this position.
    static let whole = MessageNumber(.max)

    static func < (left: Point, right: Point) -> Bool {
      (left.position, left.number) < (right.position, right.number)
    }
  }

  /// The last entry of the log.
  var entry: Point
  /// The last moment at which scheduled messages have begun.
  var start: Point

  /// Makes a position.
  init(entry: Point, start: Point) {
    (self.entry, self.start) = (entry, start)
  }

  /// The position of a message by its number alone, before every entry of the log.
  init(of message: Message) {
    self.init(
      entry: Point(position: 0, number: message.number),
      start: Point(position: message.receivedAt.milliseconds))
  }

  /// Whether it identifies a message without an entry of the log.
  var isOfMessage: Bool { entry.position == 0 }

  /// The later of both positions, in each order.
  func union(_ other: NtfyPlace) -> NtfyPlace {
    NtfyPlace(entry: max(entry, other.entry), start: max(start, other.start))
  }

  /// The earlier of both positions, in each order.
  func intersection(_ other: NtfyPlace) -> NtfyPlace {
    NtfyPlace(entry: min(entry, other.entry), start: min(start, other.start))
  }
}

/// A position as the id of its event.
extension NtfyPlace {
  /// The id of an event from the log (`e`) or by the clock (`s`).
  ///
  /// It has dots, which ids of ntfy senders cannot have.
  var id: String {
    start.number == Point.whole
      ? "e\(entry.position).\(entry.number.rawValue).\(start.position)"
      : "s\(entry.position).\(start.number.rawValue).\(start.position)"
  }

  /// Parses an id; nil for an id of another format.
  init?(id: String) {
    let parts = id.dropFirst().split(separator: ".", omittingEmptySubsequences: false)
    guard parts.count == 3, let sequence = Int64(parts[0]), sequence >= 0,
      let number = Int64(parts[1]).map(MessageNumber.init(_:)), let moment = Int64(parts[2])
    else { return nil }
    let (entry, start) = (Point(position: sequence), Point(position: moment))
    switch id.first {
    case "e": self.init(entry: Point(position: sequence, number: number), start: start)
    case "s": self.init(entry: entry, start: Point(position: moment, number: number))
    default: return nil
    }
  }

  /// The message of its event.
  var message: MessageNumber { min(entry.number, start.number) }
}
