import InboxText

/// The fields that identical repeats of a message share, in the form of its columns, with hashes.
///
/// A message that differs in any content is no repeat: a text, a name, a link, a file, a custom
/// value.
struct RepeatKey {
  let body: String?
  let subtitle: String?
  let tap: String?
  let actions: String?
  let attachments: String?
  let custom: String?
  let categories: String?
  let tags: String?
  let conversionTags: String?
  /// The hash of source, title and thread.
  let titleHash: Int64
  /// The hash of all other fields.
  let contentHash: Int64

  init(_ message: Message) {
    body = message.body?.storable
    subtitle = message.subtitle?.storable
    tap = message.tap == .app ? nil : JSONValue(message.tap).json
    actions = JSONValue(message.actions)?.json
    attachments = JSONValue(message.attachments)?.json
    custom = message.custom?.json
    categories = JSONValue(names: message.categories)?.json
    tags = JSONValue(names: message.tags)?.json
    conversionTags = JSONValue(names: message.conversionTags)?.json
    var hash = TextHash()
    for text in [message.source, message.title, message.thread] { hash.add(text?.storable) }
    titleHash = hash.value
    hash = TextHash()
    for text in [body, subtitle, tap, actions, attachments, custom, categories, tags] {
      hash.add(text)
    }
    hash.add(conversionTags)
    contentHash = hash.value
  }
}

extension Message {
  /// Whether another message with the same title has equal content in all fields of ``RepeatKey``.
  func hasSameContent(as other: Message) -> Bool {
    (body ?? "") == (other.body ?? "") && (subtitle ?? "") == (other.subtitle ?? "")
      && tap == other.tap && actions == other.actions && attachments == other.attachments
      && custom == other.custom && categories == other.categories && tags == other.tags
      && conversionTags == other.conversionTags
  }
}
