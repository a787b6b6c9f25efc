import InboxCore

/// The links of a message, numbered as in the reader.
struct NumberedLinks {
  private let message: Message
  private let links: [String]

  init(of message: Message) {
    self.message = message
    let form = ReaderForm(columns: 80)
    links = ReaderContent(of: message, as: form, upTo: ReaderRendering.mostAtOnce).links
  }

  /// Opens a single link, or offers several in a menu.
  func open(in context: PartContext) -> Reply {
    let items = items
    if items.count > 1 { return Reply(overlay: .menu(MenuState(title: "Open", items: items))) }
    if case .open(let tap)? = items.first?.choice, tap.behavior != .app {
      return Reply(messages: [.open([tap])])
    }
    return Reply(status: .noLink(key: context.key(of: .reading(.view))))
  }

  /// Opens the link with a number, from 1.
  func open(_ number: Int) -> Reply {
    let taps = taps
    guard number <= taps.count else {
      return Reply(status: .noLinkNumbered(number, of: taps.count))
    }
    return Reply(messages: [.open([taps[number - 1]])])
  }

  /// The taps that open the links.
  var taps: [Tap] {
    links.map { link in
      let behavior = link == message.tap.url ? message.tap : .url(link)
      return Tap(number: message.number, behavior: behavior)
    }
  }

  /// The menu items: the thread that the message opens, then its links; `o` chooses the first.
  var items: [MenuItem] {
    var items = zip(zip(links, keys), taps).map { opening, tap in
      let (link, key) = opening
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

  /// The links that neither the message nor an action opens, for the menu of actions: a digit opens
  /// the link of that number.
  var further: [MenuItem] {
    let known = Set(([message.tap.url] + message.actions.map(\.url)).compactMap(\.self))
    return zip(links, keys).filter { !known.contains($0.0) }.map { link, key in
      MenuItem(
        "Open \(name(of: link) ?? link)", key: key, detail: name(of: link) == nil ? "" : link,
        choice: .open(Tap(number: message.number, behavior: .url(link))))
    }
  }

  /// The digits of the first links, then letters that do nothing else in a menu; nil for the others.
  private var keys: [Character?] {
    links.indices.map { Self.allKeys.indices.contains($0) ? Self.allKeys[$0] : nil }
  }

  private static let allKeys = Array("123456789abcdefimnprstuvwxz")

  private func name(of link: String) -> String? {
    message.attachments.first { $0.link == link }?.name
  }
}
