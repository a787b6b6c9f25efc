import Foundation
import InboxCore
import InboxPayloads
import InboxText

/// What a program asks a notification daemon to show: a call of `Notify`.
struct NotifyCall: Sendable, Hashable {
  /// The name that the program gives itself.
  var application: String
  /// The path, the address or the name of the program's icon.
  var icon: String
  /// Number of the notification that it replaces; 0 for none.
  var replacedID: UInt32
  var summary: String
  /// The body, with markup.
  var body: String
  /// Keys and labels of the actions.
  var actions: [DesktopAction]
  /// What else there is to say, by name.
  var hints: [String: BusValue]
  /// Milliseconds until it is to be closed; 0 is never, -1 leaves it to the daemon.
  var timeout: Int64

  /// The types of the arguments.
  static let signature = "susssasa{sv}i"
  /// The hint by which an alert of ours is known, so that none comes back in; and its value, which
  /// no other process has.
  static let ownHint = "x-inbox-alert"
  static let ownMark = UUID().uuidString
  /// Most actions that are taken.
  private static let mostActions = 20

  /// Reads the arguments of a call; nil for others than the specification has.
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
    var labels: Set<String> = []
    actions = stride(from: 0, to: texts.count - 1, by: 2).prefix(Self.mostActions).map {
      let (key, label) = (texts[$0], texts[$0 + 1])
      // The inbox tells by its label which one was chosen.
      let isNew = labels.insert(label).inserted
      return DesktopAction(key: key, label: isNew || label.isEmpty ? label : "\(label) (\(key))")
    }
  }

  /// Whether it is an alert that this very process has sent.
  var isOwn: Bool { hints[Self.ownHint]?.text == Self.ownMark }

  /// Whether it stays when one of its actions was chosen.
  var isResident: Bool { hints["resident"]?.isTrue ?? false }

  /// Whether it is for the moment only.
  private var isTransient: Bool { hints["transient"]?.isTrue ?? false }

  /// The actions that people choose by their labels; the default one is what opening does.
  var labeledActions: [DesktopAction] {
    actions.filter { $0.key != DesktopAction.defaultKey && !$0.label.isEmpty }
  }

  /// The payload, with every field that a notification of a desktop can have.
  ///
  /// - Parameter known: The message that it replaces; without one it replaces the last one of its tag,
  ///   and without a tag it is a new one.
  /// - Returns: The payload; what the notification does not have is cleared in a known message.
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
    return payload
  }

  /// Whether its sender wants to hear that it was opened.
  private var opensSender: Bool { actions.contains { $0.key == DesktopAction.defaultKey } }

  private var fallbackTitle: String { application.isEmpty ? "Notification" : application }

  /// `desktop/firefox`, by the desktop entry of the program, else by the name that it gives itself.
  var source: String {
    let entry = hints["desktop-entry"]?.text.map(Self.shortName) ?? ""
    let name = Self.sourceName(entry.isEmpty ? application : entry)
    return name.isEmpty ? Self.sourceRoot : "\(Self.sourceRoot)/\(name)"
  }

  /// The source below which all that comes from a desktop is.
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

  private var priority: Priority {
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

  /// The image that it names by a path or an address, else the program's icon; names of icons are the
  /// desktop's own.
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
  /// Hints whose text names a place in which a program shows one notification at a time, as scripts for
  /// the volume and the brightness do.
  private static let tagHints = [
    "x-canonical-private-synchronous", "x-dunst-stack-tag", "private-synchronous", "synchronous",
  ]
  /// Most bytes of a tag.
  private static let longestTag = 128

  /// The name of the place in which it replaces the last notification of its program; nil for none.
  var tag: String? {
    let tags = Self.tagHints.lazy.compactMap { hints[$0]?.text }
    return tags.first { !$0.isEmpty && $0.utf8.count <= Self.longestTag }
  }

  /// Whether it says the same as an earlier one but for its value, wherever that is written.
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
  /// The image that it brings along, which goes before one that it names; the hint of version 1.0 goes
  /// behind that.
  var pixels: DesktopImage? {
    if let image = DesktopImage(hints["image-data"] ?? hints["image_data"]) { return image }
    return image == nil ? DesktopImage(hints["icon_data"]) : nil
  }
}

/// An action of a notification on a desktop.
struct DesktopAction: Sendable, Hashable {
  /// What the sender is told when it is chosen.
  var key: String
  /// What people read.
  var label: String

  /// The key of what a click on the notification itself means.
  static let defaultKey = "default"
}
