import InboxText

@testable import InboxCore

/// Pushes as their senders mean them; the store sees only the rows that they leave.
extension ContentRegister {
  /// The content after a push with the id of the message: it replaces the fields that it carries.
  ///
  /// A part that comes late changes nothing.
  ///
  /// - Parameters:
  ///   - push: The push.
  ///   - clock: Its time, later than ``latest``.
  /// - Returns: The changed content.
  func merging(_ push: ContentPush, at clock: HybridClock) -> Self {
    guard !push.isPartial || isPartial, !isPurged else { return self }
    var changed = self
    changed.write(push, at: clock)
    changed.isPartial = push.isPartial || (isPartial && !push.hasText)
    let isSame = ["title", "body"].allSatisfy { changed.values[$0] == values[$0] }
    return isSame ? changed : changed.altered(at: clock)
  }

  /// The content after its sender has said that the matter is over.
  ///
  /// - Parameters:
  ///   - push: Texts of the resolution, and of the message with them.
  ///   - time: The time of resolution, in milliseconds since 1970.
  ///   - clock: The time of the push, later than ``latest`` and every status that was seen.
  /// - Returns: The changed content.
  func resolved(by push: ContentPush, at time: Int64, clock: HybridClock) -> Self {
    guard !isPurged else { return self }
    var changed = self
    changed.write(push, at: clock)
    changed.fields[Self.resolved] = ContentField(value: .integer(time), clock: clock)
    changed.end(at: clock)
    return changed
  }
}

extension ContentPush {
  /// Whether there is a title or body that is not empty.
  fileprivate var hasText: Bool {
    ["title", "body"].contains { name in
      if case .string(let text)? = fields[name] { !text.isEmpty } else { false }
    }
  }
}
