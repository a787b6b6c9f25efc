/// What an alert needs to know of a message that has come to the list, or alerts only.
public struct Arrival: Sendable, Hashable {
  /// Most characters of the body that an arrival carries.
  public static let excerptLength = 300

  /// Arrival number.
  public var number: MessageNumber
  /// Who sent it.
  public var source: String
  /// One line that says what happened.
  public var title: String?
  /// The first ``excerptLength`` characters of the body.
  public var excerpt: String?
  /// The conversation that it belongs to.
  public var thread: String?
  /// How urgent it is.
  public var priority: Priority
  /// Listed, alerting, or both.
  public var delivery: Delivery
  /// Name of a sound; nil is silence.
  public var sound: String?

  /// Makes an arrival; everything but its number has a default.
  public init(
    number: MessageNumber, source: String = "cli", title: String? = nil, excerpt: String? = nil,
    thread: String? = nil, priority: Priority = .default, delivery: Delivery = .inboxAndAlert,
    sound: String? = nil
  ) {
    self.number = number
    self.source = source
    self.title = title
    self.excerpt = excerpt
    self.thread = thread
    self.priority = priority
    self.delivery = delivery
    self.sound = sound
  }
}
