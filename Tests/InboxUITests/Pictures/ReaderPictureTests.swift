import InboxCore
import struct InboxCore.Attachment
import InboxTestSupport
@testable import InboxUI
import Testing

@Suite struct ReaderPictureTests {
  /// A reader on a message with attachments, and the same message before it in the list.
  private func reading(
    _ attachments: [Attachment] = [Attachment(name: "circle.svg", url: "/srv/circle.svg")],
    size: Size = Size(columns: 60, rows: 24), pictures: PictureChoice = .ask
  ) -> ScreenDriver {
    ScreenDriver(count: 2, size: size) { _, payload in
      payload.attachments = .set(attachments)
      payload.body = .set("The circle is red. ▅ is a sign.")
    }.with { $0.environment.preferences.pictures = pictures }.pressing("Enter")
  }

  private func request(
    _ path: String = "/srv/circle.svg", of number: Int64 = 2, columns: Int = 58, rows: Int = 20
  ) -> PictureRequest {
    PictureRequest(
      number: MessageNumber(number), source: .file(path),
      size: Size(columns: columns, rows: rows), glyphs: .unicode)
  }

  private func effects(_ request: PictureRequest) -> [Effect] { [.pane(.picture(request))] }

  @Test func `a key shows the image below its attachment, and hides it`() throws {
    var inbox = reading()
    #expect(inbox.press("i") == effects(request()))
    #expect(inbox.status == "Drawing “circle.svg”…")
    try inbox.draw(request())
    #expect(inbox.status == "Picture shown · i hides it")
    #expect(inbox.text.contains("  ▃▅▆▆▅▃"))
    #expect(inbox.press("i").isEmpty)
    #expect(inbox.status == "Picture hidden")
    #expect(!inbox.text.contains("▃▅▆▆▅▃"))
    #expect(inbox.press("i") == effects(request()))
  }

  @Test(arguments: Size.recorded + [Size(columns: 120, rows: 40)])
  func `the picture has its colors and the rest its roles`(_ size: Size) throws {
    var inbox = reading(size: size)
    let asked = inbox.press("i")
    guard case .pane(.picture(let request))? = asked.first else { throw GoldenError.missing("i") }
    #expect(request.size.columns >= 20 && request.size.rows <= 20)
    try inbox.draw(request)
    inbox.state.status = nil
    let frame = inbox.frame
    try Golden("picture-\(size.columns)x\(size.rows)").check(
      frame, as: frame.styleGolden(in: .default))
  }

  @Test func `what is drawn for a message that is left is stopped and dropped`() throws {
    var inbox = reading().pressing("i")
    #expect(inbox.press("J").last == .pane(.stopPicture))
    try inbox.draw(request())
    #expect(!inbox.text.contains("▃▅▆▆▅▃") && inbox.status != "Picture shown")
    #expect(inbox.press("i") == effects(request(of: 1)))
    #expect(inbox.press("q").last == .pane(.stopPicture))
    #expect(inbox.screen == .list)
  }

  @Test func `a second press ends what is not there yet`() {
    var inbox = reading().pressing("i")
    #expect(inbox.press("i") == [.pane(.stopPicture)])
    #expect(inbox.status == "Picture hidden")
  }

  @Test func `a failure says why, and the next press tries again`() {
    var inbox = reading().pressing("i")
    inbox.send(.failed(request(), "chafa is not installed"))
    #expect(inbox.status == "chafa is not installed")
    #expect(inbox.state.status?.isError == true)
    #expect(inbox.send(.tick).isEmpty)
    #expect(inbox.press("i") == effects(request()))
  }

  @Test func `several images are shown one after the other`() throws {
    let names = ["a.png", "b.txt", "c.png"]
    var inbox = reading(names.map { Attachment(url: "/srv/\($0)") })
    #expect(inbox.press("i") == effects(request("/srv/a.png")))
    try inbox.draw(request("/srv/a.png"))
    #expect(inbox.status == "Picture shown · i shows the next")
    #expect(inbox.press("i") == effects(request("/srv/c.png")))
    #expect(!inbox.text.contains("▃▅▆▆▅▃"))
    inbox.send(.failed(request("/srv/c.png"), "no image"))
    #expect(inbox.press("i") == effects(request("/srv/a.png")))
  }

  /// A reader on a text in Markdown with a link of its own.
  private func reading(
    _ markdown: String, link: String? = nil, pictures: PictureChoice = .ask,
    attachments: [Attachment] = []
  ) -> ScreenDriver {
    ScreenDriver(count: 2, size: Size(columns: 60, rows: 24)) { _, payload in
      payload.attachments = .set(attachments)
      payload.body = .set(markdown)
      payload.format = .set(.markdown)
      if let link { payload.tap = .set(.url(link)) }
    }.with { $0.environment.preferences.pictures = pictures }.pressing("Enter")
  }

  @Test func `an image of a text in Markdown is shown below its paragraph`() throws {
    var inbox = reading("Above ![a plot](file:///srv/a.png) it.\n\nThe end.")
    #expect(inbox.press("i") == effects(request("/srv/a.png")))
    #expect(inbox.status == "Drawing “a.png”…")
    try inbox.draw(request("/srv/a.png"))
    #expect(inbox.status == "Picture shown · i hides it")
    func row(_ text: String) -> Int {
      inbox.frame.lines.firstIndex { $0.text.contains(text) } ?? -1
    }
    #expect(row("Above a plot") >= 0 && row("Above a plot") < row("▃▅▆▆▅▃"))
    #expect(row("▃▅▆▆▅▃") < row("The end."))
    inbox.press("A-m")
    #expect(row("![a plot]") >= 0 && row("The end.") < row("▃▅▆▆▅▃"))
    inbox.press("i")
    #expect(row("▃▅▆▆▅▃") < 0)
  }

  @Test func `the message's own link is an image by its ending, and each image comes once`() throws
  {
    let link = "https://a.org/x.png"
    var inbox = reading(
      "![](/srv/a.png) ![](\(link)) ![](/srv/b.png) [no image](/srv/c.png)", link: link,
      attachments: [Attachment(url: "/srv/b.png")])
    var wanted = request()
    wanted.source = .link(try Link(link))
    #expect(inbox.press("i") == effects(wanted))
    #expect(inbox.status == "Fetching “x.png” from a.org…")
    #expect(inbox.press("i") == effects(request("/srv/b.png")))
    #expect(inbox.press("i") == effects(request("/srv/a.png")))
    #expect(inbox.press("i") == [.pane(.stopPicture)])
    inbox = reading("text", link: "https://a.org/x")
    #expect(inbox.after("i").status == "This message has no image")
  }

  @Test func `images of a text are shown by the key alone, and never where pictures are off`() {
    var inbox = reading("![](/srv/y.png) ![](https://a.org/x.png)", pictures: .always)
    #expect(inbox.state.pictures.running == nil)
    #expect(inbox.press("i") == effects(request("/srv/y.png")))
    inbox = reading("![](/srv/y.png)", pictures: .never)
    #expect(inbox.state.pictures.running == nil && inbox.press("i").isEmpty)
    inbox = reading("![plot](cid:1)")
    #expect(inbox.after("i").status?.hasPrefix("“cid:1” not shown: it is neither") == true)
  }

  @Test func `an image of the web is fetched by the key alone`() throws {
    let link = "https://a.org/x.png"
    var inbox = reading([Attachment(url: link)], pictures: .always)
    #expect(inbox.state.pictures.running == nil)
    var wanted = request()
    wanted.source = .link(try Link(link))
    #expect(inbox.press("i") == effects(wanted))
    #expect(inbox.status == "Fetching “x.png” from a.org…")
  }

  @Test func `with always a file is shown at once, without a word when that fails`() {
    var inbox = reading(
      [Attachment(url: "https://a.org/x.png"), Attachment(url: "/srv/y.png")], pictures: .always)
    #expect(inbox.state.pictures.running == request("/srv/y.png"))
    inbox.send(.failed(request("/srv/y.png"), "chafa is not installed"))
    #expect(inbox.state.status == nil)
    #expect(inbox.after("J").effects.last == .pane(.picture(request("/srv/y.png", of: 1))))
    #expect(inbox.press("i") == [.pane(.stopPicture)])
    inbox.press("q")
    #expect(inbox.run("set pictures=never").isEmpty)
    #expect(inbox.press("Enter").allSatisfy { $0 != .pane(.picture(request("/srv/y.png", of: 1))) })
  }

  @Test func `where there is nothing to show, the key says so`() {
    var inbox = reading([]).pressing("i")
    #expect(inbox.status == "This message has no image")
    inbox = reading(pictures: .never)
    #expect(inbox.press("i").isEmpty)
    #expect(inbox.status == "Pictures are off · :set pictures=ask turns them on")
    inbox = reading([Attachment(name: "x", url: "cid:1", format: .image)])
    #expect(inbox.press("i").isEmpty)
    #expect(inbox.status?.hasPrefix("“x” not shown: it is neither") == true)
  }

  @Test func `another size and other signs are another picture`() throws {
    var inbox = reading().pressing("i")
    try inbox.draw(request())
    let smaller = inbox.send(.resized(Size(columns: 40, rows: 12)))
    #expect(smaller.last == .pane(.picture(request(columns: 38, rows: 8))))
    #expect(inbox.text.contains("▃▅▆▆▅▃"))
    inbox.send(.resized(Size(columns: 60, rows: 24)))
    inbox.press("q", "Enter")
    var plain = request()
    plain.glyphs = .ascii
    inbox.state.environment.preferences.glyphs = .ascii
    #expect(inbox.press("i") == effects(plain))
  }

  @Test func `a search finds text, not the signs of a picture`() throws {
    var inbox = reading().pressing("i")
    try inbox.draw(request())
    #expect(inbox.after("/", typing: "▅", then: "Enter").status == "Match 1 of 1")
  }

  @Test func `a picture that is asked for comes into sight`() throws {
    var inbox = reading(size: Size(columns: 60, rows: 12))
    let asked = request(rows: 8)
    #expect(inbox.press("i") == effects(asked))
    try inbox.draw(asked)
    #expect(inbox.frame.lines.count { $0.spans.contains { $0.colors != nil } } == 5)
  }

  @Test func `part of a picture keeps its colors beneath a box and scrolled sideways`() throws {
    let spans = try #require(try RecordedPicture.picture.lines(roles: []).first)
    let line = Line(spans)
    let colors = SpanColors(foreground: .indexed(196))
    #expect(line.window(from: 4, columns: 2).spans.map(\.colors) == [colors])
    let covered = line.overlaid(with: [Span("x", roles: [])], at: 4)
    #expect(covered.spans.map(\.text) == ["  ", "▃", "▅", "x", "▆▅", "▃", "  "])
    #expect(covered.spans[2].colors == colors && covered.spans[4].colors == colors)
  }
}
