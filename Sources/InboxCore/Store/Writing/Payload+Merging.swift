import Foundation

extension Payload {
  /// The new message for a payload with an unknown source and id.
  func makeMessage(id: String, source: String, at now: Date) -> Message {
    var message = Message(number: MessageNumber(0), id: id, source: source, receivedAt: now)
    write(to: &message)
    if !message.hasText { message.title = titleWithoutText }
    message.isPartial = isPartial
    finish(&message, at: now)
    if let resolves {
      message.fold = message.fold ?? resolves
      message.resolvedAt = now
    }
    return message
  }

  /// Replaces fields that are set, clears those that are null and keeps the others.
  func write(to message: inout Message) {
    title.write(to: &message.title)
    subtitle.write(to: &message.subtitle)
    body.write(to: &message.body)
    categories.write(to: &message.categories, cleared: [])
    thread.write(to: &message.thread)
    let emoji = TagEmoji.glyph(for: message.tags)
    tags.write(to: &message.tags, cleared: [])
    priority.write(to: &message.priority, cleared: .default)
    glyph.write(to: &message.glyph)
    // One that came from the earlier tags changes with them.
    if glyph.isAbsent, !tags.isAbsent, message.glyph == nil || message.glyph == emoji {
      message.glyph = TagEmoji.glyph(for: message.tags)
    }
    attachments.write(to: &message.attachments, cleared: [])
    tap.write(to: &message.tap, cleared: .app)
    actions.write(to: &message.actions, cleared: [])
    asks.write(to: &message.isQuestion, cleared: false)
    if !message.isQuestion { message.answer = nil }
    sound.write(to: &message.sound)
    badge.write(to: &message.badge)
    sentAt.write(to: &message.sentAt)
    startsAt.write(to: &message.startsAt)
    expiresAt.write(to: &message.expiresAt)
    delivery.write(to: &message.delivery, cleared: .inboxAndAlert)
    if custom != .absent { message.setCustom(custom(inPlaceOf: message)) }
    message.rest = rest ?? message.rest
    conversionTags.write(to: &message.conversionTags, cleared: [])
    format.write(to: &message.format, cleared: .plain)
    progress.write(to: &message.progress)
    fold.write(to: &message.fold)
    if !rules.isEmpty { message.rules = rules }
  }

  /// Writes the reader's own fields of an import.
  func writeLocal(to message: inout Message) {
    message.receivedAt = local.receivedAt ?? message.receivedAt
    message.status = local.status ?? message.status
    message.statusBeforeDelete = local.statusBeforeDelete ?? message.statusBeforeDelete
    if message.status != .deleted { message.statusBeforeDelete = nil }
    message.isPinned = local.isPinned ?? message.isPinned
    message.snoozedUntil = local.snoozedUntil ?? message.snoozedUntil
    if local.snoozedUntil != nil { message.snoozedFor = nil }
    message.snoozedFor = local.snoozedFor ?? message.snoozedFor
    message.doneAt = local.doneAt ?? message.doneAt
    message.openedAt = local.openedAt ?? message.openedAt
    if message.doneAt != nil {
      (message.snoozedUntil, message.snoozedFor) = (nil, nil)
      if message.status == .unread { message.status = .read }
    }
    message.answer = local.answer ?? message.answer
    message.occurrences = max(local.occurrences ?? message.occurrences, 1)
    message.firstAt = local.firstAt ?? message.firstAt
    message.lastAt = local.lastAt ?? message.lastAt
    message.resolvedAt = local.resolvedAt ?? message.resolvedAt
    message.rules = local.rules ?? message.rules
    message.machine = local.machine ?? message.machine
  }

  /// Makes an existing message unread again, at the time of this push.
  func resurface(_ message: inout Message, at now: Date) {
    message.status = .unread
    message.statusBeforeDelete = nil
    (message.snoozedUntil, message.snoozedFor, message.doneAt) = (nil, nil, nil)
    // A question that is asked again needs a new answer.
    if asks.value == true { message.answer = nil }
    message.receivedAt = now
    // The old sending time would keep its old position.
    if sentAt.value == nil { message.sentAt = nil }
    finish(&message, at: now)
  }

  /// Marks a message as done where a rule says so; one in the trash stays there, and a question without
  /// an answer in the list.
  func finish(_ message: inout Message, at now: Date) {
    guard isDone, message.status != .deleted else { return }
    if case .open? = message.question { return }
    (message.status, message.doneAt) = (.read, message.doneAt ?? now)
  }
}

extension Payload.Field {
  fileprivate func write(to field: inout Value?) {
    if !isAbsent { field = value }
  }

  fileprivate func write(to field: inout Value, cleared: Value) {
    if !isAbsent { field = value ?? cleared }
  }
}
