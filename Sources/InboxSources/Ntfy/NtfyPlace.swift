import InboxCore
import InboxText

/// How far a subscriber has been told.
///
/// There are two orders in which messages become news: that of the log, and that in which the clock
/// lets scheduled ones begin, which is in no log.
struct NtfyPlace: Sendable, Hashable {
  /// The last message of one of the orders.
  struct Point: Sendable, Hashable, Comparable {
    /// The sequence of the log, or milliseconds since 1970.
    var position: Int64
    /// The last of the messages there.
    var number = whole

    /// All messages there.
    static let whole = MessageNumber(.max)

    static func < (left: Point, right: Point) -> Bool {
      (left.position, left.number) < (right.position, right.number)
    }
  }

  /// The last entry of the log.
  var entry: Point
  /// The last moment at which scheduled messages have begun.
  var start: Point

  /// Makes a place.
  init(entry: Point, start: Point) {
    (self.entry, self.start) = (entry, start)
  }

  /// The place of a message by its number alone, before every entry of the log.
  init(of message: Message) {
    self.init(
      entry: Point(position: 0, number: message.number),
      start: Point(position: message.receivedAt.milliseconds))
  }

  /// Whether it says which message it is behind, and not by which entry.
  var isOfMessage: Bool { entry.position == 0 }

  /// The place behind all that either has been told.
  func union(_ other: NtfyPlace) -> NtfyPlace {
    NtfyPlace(entry: max(entry, other.entry), start: max(start, other.start))
  }

  /// The place up to which both have been told everything.
  func intersection(_ other: NtfyPlace) -> NtfyPlace {
    NtfyPlace(entry: min(entry, other.entry), start: min(start, other.start))
  }
}

/// A place as the id of the event that leads there.
extension NtfyPlace {
  /// The id: of an event by an entry of the log (`e`) or by the clock (`s`).
  ///
  /// It has dots, as no id has that ntfy's senders choose.
  var id: String {
    start.number == Point.whole
      ? "e\(entry.position).\(entry.number.rawValue).\(start.position)"
      : "s\(entry.position).\(start.number.rawValue).\(start.position)"
  }

  /// Reads an id; nil for one that is not made here.
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

  /// The message whose event leads here.
  var message: MessageNumber { min(entry.number, start.number) }
}
