import Foundation
import InboxCore
import InboxPayloads
import InboxText

/// A call of `Notify`: a notification that a program sends.
struct NotifyCall: Sendable, Hashable {
  /// The name that the program gives itself.
  var application: String
  /// The path, the address or the name of the program's icon.
  var icon: String
  /// Id of the notification that it replaces; 0 for none.
  var replacedID: UInt32
  var summary: String
  /// The body, with markup.
  var body: String
  /// Keys and labels of the actions.
  var actions: [DesktopAction]
  /// The words of actions that are not offered: those beyond the most, and a key without a label.
  var otherActions: [String] = []
  /// The hints by name.
  var hints: [String: BusValue]
  /// Milliseconds until it expires; 0 is never, -1 leaves it to the daemon.
  var timeout: Int64

  /// The types of the arguments.
  static let signature = "susssasa{sv}i"
  /// The hint that marks alerts of this process, so that they are not received again; and its
  /// unique value.
  static let ownHint = "x-inbox-alert"
  static let ownMark = UUID().uuidString
  /// Maximum actions.
  private static let mostActions = 20

  /// Reads the arguments of a call; nil if they do not match the specification.
  init?(_ message: BusMessage) {
    guard message.signature == Self.signature else { return nil }
    let arguments = message.arguments()
    guard arguments.count == 8, let application = arguments[0].text,
      let replaced = arguments[1].integer, let icon = arguments[2].text,
      let summary = arguments[3].text, let body = arguments[4].text,
      case .list(let words) = arguments[5],
      case .dictionary(let hints) = arguments[6], let timeout = arguments[7].integer
    else { return nil }
    (self.application, self.icon) = (application, icon)
    replacedID = UInt32(truncatingIfNeeded: replaced)
    (self.summary, self.body, self.hints, self.timeout) = (summary, body, hints, timeout)
    let texts = words.compactMap(\.text)
    otherActions = Array(texts.dropFirst(min(2 * Self.mostActions, texts.count / 2 * 2)))
    var labels: Set<String> = []
    actions = stride(from: 0, to: texts.count - 1, by: 2).prefix(Self.mostActions).map {
      let (key, label) = (texts[$0], texts[$0 + 1])
      // The log records a chosen action by its label.
      let isNew = labels.insert(label).inserted
      return DesktopAction(key: key, label: isNew || label.isEmpty ? label : "\(label) (\(key))")
    }
  }

  /// Whether it is an alert of this process.
  var isOwn: Bool { hints[Self.ownHint]?.text == Self.ownMark }

  /// Whether it stays open after an action was chosen.
  var isResident: Bool { hints["resident"]?.isTrue ?? false }

  /// Whether it is transient.
  private var isTransient: Bool { hints["transient"]?.isTrue ?? false }

  /// The actions with labels; the default action belongs to opening.
  var labeledActions: [DesktopAction] {
    actions.filter { $0.key != DesktopAction.defaultKey && !$0.label.isEmpty }
  }

  /// The payload, with every field of a desktop notification.
  ///
  /// - Parameter known: The message that it replaces; nil to replace the last one of its tag, or
  ///   without a tag to make a new one.
  /// - Returns: The payload, which clears missing fields of a known message.
  func payload(replacing known: (source: String, id: String)? = nil) -> Payload {
    var payload = Payload()
    let text = DesktopMarkup(body)
    payload.id = known?.id ?? tag.map { "tag:\($0)" }
    payload.resurfaces = payload.id != nil
    payload.source = known?.source ?? source
    let title = summary.isEmpty && text.plain.isEmpty ? fallbackTitle : summary
    payload.title = title.isEmpty ? .cleared : .set(title)
    payload.body = text.plain.isEmpty ? .cleared : .set(text.plain)
    payload.priority = .set(priority)
    payload.categories = hints["category"]?.text.map { .set([$0]) } ?? .cleared
    payload.sound = sound.map(Payload.Field.set) ?? .cleared
    payload.progress = progress.map(Payload.Field.set) ?? .cleared
    payload.tap = .set(opensSender ? .app : text.links.first.map { .url($0) } ?? .app)
    payload.attachments = image.map { .set([$0]) } ?? .cleared
    payload.delivery = .set(isTransient ? .alert : .inboxAndAlert)
    payload.actions = .set(
      labeledActions.map { MessageAction(id: $0.key, label: $0.label) })
    payload.keepRest(of: rest(beyond: text))
    return payload
  }

  /// Whether its sender handles the default action.
  private var opensSender: Bool { actions.contains { $0.key == DesktopAction.defaultKey } }

  private var fallbackTitle: String { application.isEmpty ? "Notification" : application }

  /// The source, such as `desktop/firefox`, by the program's desktop entry or else its name.
  var source: String {
    let entry = hints["desktop-entry"]?.text.map(Self.shortName) ?? ""
    let name = Self.sourceName(entry.isEmpty ? application : entry)
    return name.isEmpty ? Self.sourceRoot : "\(Self.sourceRoot)/\(name)"
  }

  /// The root of the sources of desktop notifications.
  static let sourceRoot = "desktop"

  /// `firefox` for `org.mozilla.firefox`.
  private static func shortName(_ entry: String) -> String {
    var parts = entry.split(separator: ".").map(String.init)
    while parts.count > 1,
      ["desktop", "client", "app"].contains(parts[parts.count - 1].lowercased())
    {
      parts.removeLast()
    }
    return parts.last ?? ""
  }

  private static func sourceName(_ text: String) -> String {
    let name = text.lowercased().printable().split { $0 == " " || $0 == "/" }
      .joined(separator: "-")
    return String(name.prefix(64))
  }

  /// The priority, by the urgency.
  var priority: Priority {
    switch hints["urgency"]?.integer {
    case 0: .low
    case 2: .max
    default: .default
    }
  }

  private var sound: String? {
    guard hints["suppress-sound"]?.isTrue != true else { return nil }
    return hints["sound-name"]?.text ?? (hints["sound-file"] == nil ? nil : "default")
  }

  private var progress: Int? {
    hints["value"]?.integer.map { Int(min(max($0, 0), 100)) }
  }

  /// The image given as a path or URL, else the program's icon; icon names are ignored.
  private var image: Attachment? {
    let names = [hints["image-path"]?.text ?? hints["image_path"]?.text, icon]
    return names.lazy.compactMap(\.self).compactMap(Self.image).first
  }

  private static func image(named name: String) -> Attachment? {
    guard name.utf8.count <= 4_096 else { return nil }
    let url = name.hasPrefix("/") ? URL(filePath: name).absoluteString : name
    guard ["file://", "https://", "http://"].contains(where: url.hasPrefix) else { return nil }
    return Attachment(url: url, format: .image)
  }
}

extension NotifyCall {
  /// Hints with a tag: a program shows one notification at a time for each tag, such as the volume.
  private static let tagHints = [
    "x-canonical-private-synchronous", "x-dunst-stack-tag", "private-synchronous", "synchronous",
  ]
  /// Maximum bytes of a tag.
  private static let longestTag = 128

  /// The tag, for which it replaces the last notification of its program; nil for none.
  var tag: String? {
    let tags = Self.tagHints.lazy.compactMap { hints[$0]?.text }
    return tags.first { !$0.isEmpty && $0.utf8.count <= Self.longestTag }
  }

  /// Whether it equals an earlier one except for its value, also where the texts contain it.
  func differsOnlyInValue(from earlier: NotifyCall) -> Bool {
    guard let words = wordsWithoutValue, words == earlier.wordsWithoutValue else { return false }
    return application == earlier.application && actions == earlier.actions
      && priority == earlier.priority
  }

  private var wordsWithoutValue: [String]? {
    guard let value = hints["value"]?.integer else { return nil }
    return [summary, body].map { $0.replacing("\(value)", with: "") }
  }
}

extension NotifyCall {
  /// The image in its hints, which takes precedence over a named one; the hint of version 1.0 comes
  /// last.
  var pixels: DesktopImage? {
    if let image = DesktopImage(hints["image-data"] ?? hints["image_data"]) { return image }
    return image == nil ? DesktopImage(hints["icon_data"]) : nil
  }
}

/// An action of a notification on a desktop.
struct DesktopAction: Sendable, Hashable {
  /// The key that the sender receives when it is chosen.
  var key: String
  /// The label.
  var label: String

  /// The key of the default action.
  static let defaultKey = "default"
}
