public import Foundation

/// A count of one event on one day, of one source and category.
public struct Metric: Sendable, Hashable {
  /// An event that is counted; the raw values are the names that `stats` shows.
  public enum Event: String, CaseIterable, Sendable, Hashable {
    /// The inbox was shown, counted after the first paint.
    case presented = "inbox_presented"
    /// The inbox was left; under the detail `seconds`, for how long it had been shown.
    case dismissed = "inbox_dismissed"
    /// A message arrived.
    case received
    /// A message was shown in the reader.
    case viewed
    /// A message was opened; the detail says from where.
    case opened
    /// A message became read.
    case read
    /// A message became unread again.
    case unread
    /// A message was put into the trash.
    case deleted
    /// A message was taken out of the trash.
    case restored
    /// A message was removed for good by a person.
    case purged
    /// An action of a message was chosen; the detail is its label.
    case action
    /// A message with a conversion tag was opened; the detail is the tag.
    case conversion
  }

  /// The start of the day, in UTC.
  public var day: Date
  /// The event that is counted.
  public var event: Event
  /// A label, a tag or an origin that distinguishes the event further; empty for most.
  public var detail: String
  /// The source of the messages; empty for what concerns the whole inbox.
  public var source: String
  /// The first category of the messages; empty for none.
  public var category: String
  /// How often; seconds under the detail `seconds` of ``Event/dismissed``.
  public var count: Int
}

/// An event of the presentation, which a program counts; it is no verb on messages.
package enum PresentationEvent: Sendable, Hashable {
  /// The inbox was shown; counted after the first paint.
  case presented
  /// The inbox was left after so many seconds.
  case dismissed(seconds: Double)
}
