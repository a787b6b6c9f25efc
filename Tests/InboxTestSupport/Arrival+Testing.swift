public import InboxCore

extension Arrival {
  /// An arrival with a title; a test says only what matters to it.
  public static func make(
    _ number: Int64 = 1, source: String = "cli", title: String? = "Title", excerpt: String? = nil,
    thread: String? = nil, priority: Priority = .default, delivery: Delivery = .inboxAndAlert,
    sound: String? = nil
  ) -> Arrival {
    Arrival(
      number: MessageNumber(number), source: source, title: title, excerpt: excerpt,
      thread: thread, priority: priority, delivery: delivery, sound: sound)
  }
}
