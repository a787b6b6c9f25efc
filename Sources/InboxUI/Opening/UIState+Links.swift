import Foundation
import InboxCore

extension UIState {
  /// Opens the only link of a message, or offers its links by their numbers.
  mutating func openLinks(of message: Message, at now: Date) -> [Effect] {
    let links = NumberedLinks(of: message)
    let items = links.items
    if items.count > 1 {
      menu = MenuState(title: "Open", items: items)
      return []
    }
    if case .open(let tap)? = items.first?.choice, tap.behavior != .app { return open([tap]) }
    let key = keymap.names(of: .reading(.view), in: context).first
    showStatus(.noLink(key: key), at: now)
    return []
  }

  /// Opens the link of a number of the message in the reader.
  mutating func openLink(_ number: Int, at now: Date) -> [Effect] {
    guard let message = reader?.message else { return [] }
    let taps = NumberedLinks(of: message).taps
    guard number <= taps.count else {
      showStatus(.noLinkNumbered(number, of: taps.count), at: now)
      return []
    }
    return open([taps[number - 1]])
  }
}

/// The links of a message as the reader numbers them.
struct NumberedLinks {
  private let message: Message
  private let links: [String]

  init(of message: Message) {
    self.message = message
    let form = ReaderForm(columns: 80)
    links = ReaderContent(of: message, as: form, upTo: ReaderRendering.mostAtOnce).links
  }

  /// What opens each of them.
  var taps: [Tap] {
    links.map { link in
      let behavior = link == message.tap.url ? message.tap : .url(link)
      return Tap(number: message.number, behavior: behavior)
    }
  }

  /// A choice for each; what opening the message does comes first, and again by the same key.
  var items: [MenuItem] {
    var items = zip(links, taps).enumerated().map { index, opening in
      let (link, tap) = opening
      let key = index < 9 ? "\(index + 1)".first : nil
      return MenuItem(
        name(of: link) ?? link, key: key, detail: name(of: link) == nil ? "" : link,
        choice: .open(tap))
    }
    if case .thread(let thread) = message.tap {
      let tap = Tap(number: message.number, behavior: message.tap)
      items.insert(MenuItem("Thread “\(thread)”", key: "0", choice: .open(tap)), at: 0)
    }
    if !items.isEmpty { items[0].letter = "o" }
    return items
  }

  /// The links that neither opening the message nor an action goes to, for a menu of all actions.
  var further: [MenuItem] {
    let known = Set(([message.tap.url] + message.actions.map(\.url)).compactMap(\.self))
    return links.filter { !known.contains($0) }.map { link in
      MenuItem(
        "Open \(name(of: link) ?? link)", detail: name(of: link) == nil ? "" : link,
        choice: .open(Tap(number: message.number, behavior: .url(link))))
    }
  }

  private func name(of link: String) -> String? {
    message.attachments.first { $0.link == link }?.name
  }
}
