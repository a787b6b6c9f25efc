import InboxCore

/// A sign beside a message that tells more of it; help explains all of them.
package enum RowMark: String, CaseIterable {
  case marked = "*"
  case highPriority = "!"
  case maxPriority = "!!"
  case pinned = "⚑"
  case asking = "?"
  case answered = "✓"
  /// Their number follows.
  case attachments = "+"
  /// Their number follows.
  case actions = "»"
  case partial = "…"
  case snoozed = "⏾"
  case scheduled = "◷"
  case expired = "⊘"

  /// The sign.
  package var sign: String { rawValue }

  /// The mark of a priority that stands out.
  init?(of priority: Priority) {
    switch priority {
    case .max: self = .maxPriority
    case .high: self = .highPriority
    case .default, .low, .min: return nil
    }
  }

  /// The mark as help shows it, with a number where one belongs to it.
  var sample: String {
    switch self {
    case .attachments: sign + "1"
    case .actions: sign + "2"
    default: sign
    }
  }

  /// What it says of its message, as one sentence.
  var meaning: String {
    switch self {
    case .marked: "It is marked."
    case .highPriority: "Its priority is high."
    case .maxPriority: "Its priority is the highest."
    case .pinned: "It is pinned on top."
    case .asking: "It asks, and waits for an answer."
    case .answered: "It was answered."
    case .attachments: "It has so many attachments."
    case .actions: "It offers so many actions."
    case .partial: "Of a title: the rest of it has not come yet."
    case .snoozed: "It is snoozed until then."
    case .scheduled: "It is scheduled for then."
    case .expired: "Its time is over."
    }
  }
}
