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
    guard let first = items.first else {
      return Reply(status: .noLink(key: context.key(of: .reading(.view))))
    }
    guard items.count > 1 else { return Reply(messages: [first.choice]) }
    return Reply(overlay: .menu(MenuState(title: "Open", items: items)))
  }

  /// Opens the link with a number, from 1.
  func open(_ number: Int) -> Reply {
    guard number <= links.count else {
      return Reply(status: .noLinkNumbered(number, of: links.count))
    }
    return Reply(messages: [.open([tap(links[number - 1])])])
  }

  private func tap(_ link: String) -> Tap {
    let behavior = link == message.tap.url ? message.tap : .url(link)
    return Tap(number: message.number, behavior: behavior)
  }

  /// The menu items: the thread that the message opens, then its links; `o` chooses the first.
  var items: [MenuItem] {
    var items = links.indices.map { item(at: $0) }
    if case .thread(let thread) = message.tap {
      let tap = Tap(number: message.number, behavior: message.tap)
      items.insert(MenuItem("Thread “\(thread)”", key: "0", choice: .open([tap])), at: 0)
    }
    if !items.isEmpty { items[0].letter = "o" }
    return items
  }

  /// The links that neither the message nor an action opens, for the menu of actions: a digit opens
  /// the link of that number.
  var further: [MenuItem] {
    let known = Set(([message.tap.url] + message.actions.map(\.url)).compactMap(\.self))
    return links.indices.filter { !known.contains(links[$0]) }
      .map { item(at: $0, lead: "Open ") }
  }

  private func item(at index: Int, lead: String = "") -> MenuItem {
    let (link, keys) = (links[index], Self.keys)
    let name = message.attachments.first { $0.link == link }?.name
    return MenuItem(
      lead + (name ?? link), key: keys.indices.contains(index) ? keys[index] : nil,
      detail: name == nil ? "" : link, choice: .open([tap(link)]))
  }

  /// The digits of the first links, then letters that do nothing else in a menu; none for the others.
  private static let keys = Array("123456789abcdefimnprstuvwxz")
}
