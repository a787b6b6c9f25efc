import Foundation
import InboxCore

/// The step that the status line offers to take back, and whether it still is the next one.
///
/// Undo takes the newest step of all processes: a key that was pressed for the offered step must not
/// take back another one.
struct StepOffers: Sendable, Hashable {
  private struct Offer: Sendable, Hashable {
    var step: HistoryStep
    /// The log entry of what it takes back.
    var entry: Int64
    /// When its status times out.
    var end: Date
  }

  private var offer: Offer?
  /// What was offered as the present key was pressed.
  private var offerAtKey: Offer?
  /// The newest entry of the log that undo or redo depends on.
  private var newest: LogEntry?
  /// The number of own steps without an answer; the newest entry may be theirs.
  private var running = 0

  /// Counts an own step that was requested.
  mutating func began() { running += 1 }

  /// Counts the end of an own step.
  mutating func ended() { running = max(running - 1, 0) }

  /// Records what the status line offers; nil for the entry of a step that changed nothing.
  mutating func offer(_ step: HistoryStep, of entry: Int64?, at now: Date) {
    let end = now.addingTimeInterval(StatusMessage.lifetime)
    offer = entry.map { Offer(step: step, entry: $0, end: end) }
  }

  /// Begins another key, which clears the status line.
  mutating func keyPressed(at now: Date) {
    let isShown = offer?.end.isAhead(upTo: StatusMessage.lifetime, at: now) == true
    (offerAtKey, offer) = (isShown ? offer : nil, nil)
  }

  /// Notes the steps of the log; returns whether one has just taken the place of the offered step.
  mutating func follow(_ entries: [LogEntry]) -> Bool {
    let wasReplaced = replacement(of: offer) != nil
    if let last = entries.last(where: \.isStep) { newest = last }
    return !wasReplaced && replacement(of: offer) != nil
  }

  /// What has taken the place of the step that the present key was offered for; nil if it still is
  /// the next one, or none was offered.
  ///
  /// The same key works as soon as a person can have read that.
  mutating func replacement(of step: HistoryStep, at now: Date) -> LogEntry.Verb? {
    defer { offerAtKey = nil }
    guard var stale = offerAtKey, stale.step == step, let verb = replacement(of: stale) else {
      return nil
    }
    stale.end = now.addingTimeInterval(CursorShift.reaction)
    offer = stale
    return verb
  }

  private func replacement(of offer: Offer?) -> LogEntry.Verb? {
    guard let offer, running == 0, let newest, newest.sequence > offer.entry else { return nil }
    return newest.verb
  }
}

extension LogEntry {
  private static let stepVerbs: Set<Verb> = [
    .read, .unread, .deleted, .restored, .pinned, .unpinned, .snoozed, .unsnoozed, .done, .reopened,
    .undone, .redone,
  ]

  /// Whether it is a step that undo or redo depends on.
  fileprivate var isStep: Bool { isOwn && Self.stepVerbs.contains(verb) }
}
