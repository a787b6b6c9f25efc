import InboxCore
import InboxTestSupport
@testable import InboxUI
import Testing

struct OpeningTests {
  /// An inbox whose newest messages open as given, the first one on top.
  private func inbox(_ taps: TapBehavior...) -> ScreenDriver {
    ScreenDriver(count: taps.count) { $1.tap = .set(taps[taps.count - Int($0)]) }
  }

  /// The messages that count as opened, in order.
  private func opened(in inbox: ScreenDriver) -> [MessageNumber] {
    inbox.effects.flatMap { effect -> [MessageNumber] in
      guard let request = effect.request(ChangeMessages.self), case .open(.inbox, _) = request.verb,
        case .numbers(let numbers) = request.selection
      else { return [] }
      return numbers
    }
  }

  @Test func `a message is read and counted once its link was taken`() throws {
    var inbox = inbox(.url("https://example.org"), .app)
    let number = MessageNumber(2)
    let tap = Tap(number: number, behavior: .url("https://example.org"))
    #expect(inbox.press("o") == [DecideTaps([tap]).effect])
    let launch = Launch.open([try Link("https://example.org")], opener: [])
    #expect(
      inbox.effects.suffix(3).prefix(2) == [
        .host(.launch(launch)), .perform(.open(.inbox), .numbers([number])),
      ])
    #expect(inbox.message(2)?.status == .read)
    #expect(inbox.after("j", "o").screen == .list)
    #expect(inbox.status == "This message has no link to open · Enter reads it")
    #expect(inbox.message(1)?.status == .unread)
    #expect(opened(in: inbox) == [number])
  }

  @Test(arguments: ["https://example.org", "javascript:alert(1)", "no link"])
  func `a message whose link nobody takes stays unread and is not counted`(url: String) {
    var inbox = inbox(.url(url))
    inbox.launchResult = .failed("no program")
    #expect(!inbox.after("o", "y").state.list.isPending(1))
    #expect(inbox.message(1)?.status == .unread)
    #expect(opened(in: inbox) == [])
  }

  @Test func `a message is pending until it is known whether its link was taken`() {
    var inbox = inbox(.url("ssh://host/")).pressing("o")
    #expect(!inbox.state.list.isPending(1))
    inbox.holdsEffects = true
    #expect(inbox.after("y").state.list.isPending(1))
    #expect(opened(in: inbox) == [])
    inbox.release()
    #expect(opened(in: inbox) == [1])
    #expect(!inbox.state.list.isPending(1))
  }

  @Test func `the programs are those of the configuration`() throws {
    var inbox = inbox(.url("https://a.org"), .website("https://b.org"))
    inbox.state.environment.preferences.opener = ["firefox", "--new-tab"]
    inbox.state.environment.preferences.browser = ["w3m"]
    inbox.press("Space", "Space", "o")
    #expect(
      inbox.launches == [
        .open([try Link("https://a.org")], opener: ["firefox", "--new-tab"]),
        .browse([try Link("https://b.org")], browser: ["w3m"], opener: ["firefox", "--new-tab"]),
      ])
  }

  @Test func `a scheme that is not listed is asked about`() throws {
    var inbox = inbox(.url("ssh://host/")).pressing("o")
    #expect(inbox.question == "Open ssh://host/?")
    #expect(inbox.launches == [])
    #expect(inbox.after("n").launches == [])
    #expect(inbox.after("o", "y").launches == [.open([try Link("ssh://host/")], opener: [])])
  }

  @Test func `a listed scheme is not asked about, others are`() throws {
    var inbox = inbox(.url("ssh://host/"), .url("https://a.org"), .url("ftp://b"))
    inbox.state.environment.preferences.linkSchemes = ["ssh"]
    inbox.press("Space", "Space", "Space", "o")
    #expect(inbox.launches == [.open([try Link("ssh://host/")], opener: [])])
    #expect(inbox.question == "Open 2 links (ftp, https), such as ftp://b?")
  }

  @Test func `a link with something unseen is refused, whatever is answered`() {
    let inbox = inbox(.url("https://x\u{1B}[2J")).pressing("o", "y")
    #expect(inbox.launches == [])
    #expect(inbox.question == nil)
  }

  @Test func `what the host has handled counts as opened, and nothing else happens`() {
    var inbox = inbox(.app).holdingEffects()
    guard case .pane(.decide(let request))? = inbox.press("o").first else {
      return #expect(Bool(false), "nothing is opened")
    }
    #expect(inbox.after(.answered(request, [])).screen == .list)
    #expect(opened(in: inbox) == [1])
  }

  @Test func `one that has no link is reported when others are opened`() {
    var inbox = inbox(.url("https://a.org"), .app, .url("https://c.org"))
    inbox.press("Space", "Space", "Space", "o")
    #expect(opened(in: inbox) == [1, 3])
    #expect(inbox.status == "1 message without a link not opened")
  }

  @Test func `in the reader a message without a link is not opened`() {
    let inbox = inbox(.app).pressing("Enter", "o")
    #expect(opened(in: inbox) == [])
    #expect(inbox.status == "This message has no link to open")
  }

  @Test func `a stored file that is not here is told where it is`() throws {
    let name = String(repeating: "a", count: 64) + ".txt"
    var message = Message.make()
    message.attachments = [Attachment(name: "notes.txt", url: "attachment:\(name)")]
    #expect(message.missingFile == "the stored file is gone")
    (message.machine, message.isFromOtherMachine) = ("atlas", true)
    #expect(message.missingFile == "the file is on atlas")
    #expect(MessageText.links(of: [message]) == nil)
    #expect(SavedFile(message.attachments[0], of: 1) == nil)
  }

  @Test func `links of the text and attachments are offered, each once`() throws {
    var inbox = inbox(.url("https://a.org"))
    inbox.revise(1) {
      $0.body = .set("see https://a.org, https://b.org/x and https://b.org/x.")
      $0.attachments = .set([
        Attachment(name: "plan.pdf", url: "https://c.org/1"), Attachment(url: "https://d.org"),
      ])
    }
    inbox.press("a")
    let items = try #require(inbox.menu?.items)
    #expect(
      items.map(\.label).filter { $0.hasPrefix("Open") }
        == [
          "Open the link", "Open plan.pdf", "Open https://d.org", "Open https://b.org/x",
        ])
    // Their digits are their numbers in the text, where the message's own link is the first.
    #expect(items.filter { $0.label.hasPrefix("Open") }.map(\.key) == ["o", "2", "3", "4"])
    let tap = Tap(number: 1, behavior: .url("https://c.org/1"))
    #expect(inbox.press("2") == [DecideTaps([tap]).effect])
    #expect(opened(in: inbox) == [1])
  }

  @Test(arguments: [["o"], ["Enter", "o"]])
  func `the only link of a text is opened`(keys: [String]) throws {
    var inbox = inbox(.app)
    inbox.revise(1) { $0.body = .set("see https://a.org, or https://a.org") }
    #expect(inbox.after(keys).launches == [.open([try Link("https://a.org")], opener: [])])
  }

  @Test func `of several links one is opened by its number`() throws {
    var inbox = inbox(.url("https://a.org"))
    inbox.revise(1) { $0.body = .set("see https://b.org and https://c.org") }
    inbox.press("Enter", "o")
    #expect(inbox.menu?.items.map(\.label) == ["https://a.org", "https://b.org", "https://c.org"])
    #expect(inbox.launches == [])
    #expect(inbox.after("2").launches == [.open([try Link("https://b.org")], opener: [])])
    #expect(inbox.after("o", "o").launches.last == .open([try Link("https://a.org")], opener: []))
  }

  @Test func `what cannot be opened has no number`() {
    var inbox = inbox(.app)
    inbox.revise(1) {
      $0.format = .set(.markdown)
      $0.body = .set("[a](/docs) [b](https://b.org/\u{1B}x) [c](#top)")
    }
    #expect(inbox.after("Enter", "o").status == "This message has no link to open")
  }

  @Test func `the path of an attachment is asked about, and opened as a file`() throws {
    var inbox = inbox(.app)
    inbox.revise(1) { $0.attachments = .set([Attachment(url: "/tmp/a b.png")]) }
    #expect(inbox.after("Enter", "o").question == "Open file:///tmp/a%20b.png?")
    #expect(inbox.after("y").launches == [.open([try Link("file:///tmp/a%20b.png")], opener: [])])
  }

  @Test func `without a program for links a link is copied, and its message stays unread`() {
    var inbox = inbox(.url("https://a.org"))
    inbox.launchResult = .noOpener
    #expect(inbox.after("o").effects.last == CopyText(text: "https://a.org", choice: .auto).effect)
    #expect(inbox.status == "No browser here · Copied “https://a.org” by test")
    #expect(inbox.message(1)?.status == .unread)
  }

  @Test func `more than ten open only after a question`() {
    let inbox = ScreenDriver(count: 20).pressing("Space", "G", "V", "o")
    #expect(inbox.question == "Open 20 messages?")
  }

  @Test func `a launch that failed is reported`() throws {
    var inbox = inbox(.url("https://example.org"))
    let launch = Launch.open([try Link("https://example.org")], opener: [])
    inbox.send(.requestFailed(.host(.launch(launch)), "no program"))
    #expect(inbox.state.status?.isError == true)
    #expect(inbox.after(.answered(launch, .noted("handed to x"))).status == "handed to x")
  }

  @Test func `a question about a link waits until the line is typed`() {
    var inbox = ScreenDriver(count: 3)
    let tap = Tap(number: 3, behavior: .url("tel:110"))
    inbox.press("/")
    inbox.send(.answered(DecideTaps([tap]), [tap]))
    #expect(inbox.after(typing: "y").prompt == "y")
    #expect(inbox.bottomBar.contains("/y"))
    #expect(inbox.launches == [])
    #expect(inbox.after("Esc").state.context == .confirm)
    #expect(inbox.bottomBar.contains("[y/N]"))
    #expect(inbox.after("y").launches.count == 1)
  }
}
