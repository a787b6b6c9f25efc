extension Payload {
  /// Fills absent fields from another payload.
  ///
  /// Identity, the reader's fields and notes are excluded.
  package mutating func fill(from defaults: Payload) {
    source = source ?? defaults.source
    title.fill(from: defaults.title)
    subtitle.fill(from: defaults.subtitle)
    body.fill(from: defaults.body)
    categories.fill(from: defaults.categories)
    thread.fill(from: defaults.thread)
    tags.fill(from: defaults.tags)
    priority.fill(from: defaults.priority)
    glyph.fill(from: defaults.glyph)
    attachments.fill(from: defaults.attachments)
    tap.fill(from: defaults.tap)
    actions.fill(from: defaults.actions)
    asks.fill(from: defaults.asks)
    sound.fill(from: defaults.sound)
    badge.fill(from: defaults.badge)
    sentAt.fill(from: defaults.sentAt)
    startsAt.fill(from: defaults.startsAt)
    expiresAt.fill(from: defaults.expiresAt)
    delivery.fill(from: defaults.delivery)
    custom.fill(from: defaults.custom)
    conversionTags.fill(from: defaults.conversionTags)
    format.fill(from: defaults.format)
    progress.fill(from: defaults.progress)
    fold.fill(from: defaults.fold)
    resolves = resolves ?? defaults.resolves
    foldRepeats = foldRepeats ?? defaults.foldRepeats
    resurfaces = resurfaces || defaults.resurfaces
  }
}
