import Foundation
import InboxText

extension Payload {
  /// Whether it has the id of a message's first occurrence, and redelivers its resolution, or the
  /// first occurrence after which others or the resolution came.
  ///
  /// A redelivery must not revert later pushes.
  func concernsMatter(of known: Message) -> Bool {
    guard let key = resolves ?? fold.value, key == known.fold else { return false }
    return resolves != nil
      || !resurfaces && (known.occurrences > 1 || known.resolvedAt != nil)
  }
}

extension Message {
  /// The message after one more occurrence, with the fields of the newest.
  ///
  /// It is unread again at its new position, no longer done, and stays pinned. A snooze continues
  /// unless the newest is more urgent, or is what the snooze waits for.
  func folding(_ newest: Message) -> Message {
    var message = newest
    message.number = number
    message.id = id
    message.isPinned = isPinned
    message.fold = newest.fold ?? fold
    message.occurrences = occurrences + 1
    message.firstAt = firstAt ?? occurrenceDate
    message.lastAt = newest.occurrenceDate
    if newest.priority <= priority {
      message.snoozedUntil = snoozedUntil
      if snoozedFor != .repetition, snoozedFor != .next { message.snoozedFor = snoozedFor }
    }
    return message
  }

  /// The message resolved by its sender: read, with the texts of both; on top and unread where a
  /// snooze waits for that.
  ///
  /// Names, links and custom values of the resolution that differ are kept in ``custom``, as
  /// `resolved`; its files are added. Redundant texts are omitted: lines of the message, and the name
  /// of the matter, which services give where they have no title. A second resolution adds only new
  /// texts. Without room for them, all is kept with the rest.
  func resolved(by payload: Payload, at now: Date) -> Message {
    var message = self
    if resolvedAt == nil || snoozedFor != nil {
      message.resolvedAt = resolvedAt ?? now
      let isAwaited = snoozedFor == .resolution && status != .deleted
      (message.snoozedUntil, message.snoozedFor) = (isAwaited ? now : nil, nil)
      if isAwaited || status == .unread { message.status = isAwaited ? .unread : .read }
    }
    let end = payload.makeMessage(id: id, source: source, at: now)
    var fields = end.fields(otherThanOf: self)
    fields[Payload.restName] = nil
    fields["attachments"] = nil
    message.attachments += end.attachments.filter { !attachments.contains($0) }
    if let rest = end.rest { message.keep(inRest: rest, as: "resolved") }
    var whole = message
    if let values = fields["custom"], custom?.includes(values) == true { fields["custom"] = nil }
    whole.keep(fields)
    let words = [payload.title.value, payload.subtitle.value, payload.body.value]
      .compactMap(\.self).filter { word in
        !word.isEmpty && ![title, subtitle].contains(word)
          && !"\n\(body ?? "")\n".contains("\n\(word)\n")
          && !"/\(payload.resolves ?? "")".hasSuffix("/\(word)")
      }
    let text = words.joined(separator: "\n")
    let texts = [body, text].compactMap(\.self).filter { !$0.isEmpty }
    if !words.isEmpty { whole.body = texts.joined(separator: "\n\n") }
    guard whole.sizeError(isImport: false) != nil else { return whole }
    fields["text"] = .string(text)
    fields[Payload.restName] = end.rest
    message.keep(inRest: .object(fields), as: "resolved")
    return message
  }

  /// Stores fields of the resolution in ``custom``, under an unused name.
  private mutating func keep(_ fields: [String: JSONValue]) {
    guard !fields.isEmpty else { return }
    var kept: [String: JSONValue] = [:]
    switch custom {
    case .object(let object)?: kept = object
    case let other?: kept["custom"] = other
    case nil: break
    }
    guard !kept.values.contains(.object(fields)) else { return }
    var name = "resolved"
    while kept[name] != nil { name += "_" }
    kept[name] = .object(fields)
    custom = .object(kept)
  }

  /// Whether the full-text index has the same content for both.
  func hasSameTexts(as other: Message) -> Bool {
    title == other.title && subtitle == other.subtitle && body == other.body
      && rest == other.rest
  }
}

extension JSONValue {
  /// Whether both are objects and this one has all values of the other.
  fileprivate func includes(_ other: JSONValue) -> Bool {
    guard case .object(let own) = self, case .object(let values) = other else { return false }
    return values.allSatisfy { own[$0] == $1 }
  }
}
