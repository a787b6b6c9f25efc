public import Foundation

/// The count of one event on one day, for one source and category.
public struct Metric: Sendable, Hashable {
  /// A counted event; the raw values are the names in `stats`.
  public enum Event: String, CaseIterable, Sendable, Hashable {
    /// The inbox was shown, counted after the first paint.
    case presented = "inbox_presented"
    /// The inbox was dismissed; the detail `seconds` sums up how long it was shown.
    case dismissed = "inbox_dismissed"
    /// A message arrived.
    case received
    /// A message was shown in the reader.
    case viewed
    /// A message was opened; the detail is the origin.
    case opened
    /// A message was viewed or opened for the first time within 120 s of its alert, but not from it.
    case influencedOpen = "influenced_open"
    /// A message became read.
    case read
    /// A message became unread again.
    case unread
    /// A message was moved to the trash.
    case deleted
    /// A message was restored from the trash.
    case restored
    /// A message was marked as done.
    case done
    /// A message was removed for good by the user.
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
  /// The source of the messages; empty for events of the whole inbox.
  public var source: String
  /// The first category of the messages; empty for none.
  public var category: String
  /// The count; for the detail `seconds` of ``Event/dismissed``, a sum of seconds.
  public var count: Int
}

/// A presentation event, counted by a program rather than by a verb.
package enum PresentationEvent: Sendable, Hashable {
  /// The inbox was shown; counted after the first paint.
  case presented
  /// The inbox was dismissed after so many seconds.
  case dismissed(seconds: Double)
}
