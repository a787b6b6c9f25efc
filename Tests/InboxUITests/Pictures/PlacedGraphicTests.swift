import InboxCore
import struct InboxCore.Attachment
import InboxTestSupport
@testable import InboxUI
import Testing

/// Where a graphic lies over the picture of characters, and where it does not.
@Suite struct PlacedGraphicTests {
  /// A reader whose picture of 10 × 5 cells is shown, with its request.
  private func reading(
    lines: Int = 30, size: Size = Size(columns: 60, rows: 24),
    graphics: TerminalGraphics? = .testing
  ) throws -> (inbox: ScreenDriver, request: PictureRequest) {
    var inbox = ScreenDriver(count: 2, size: size) { _, payload in
      payload.attachments = .set([Attachment(name: "circle.svg", url: "/srv/circle.svg")])
      payload.body = .set(
        (1...lines).map { "line \($0) https://a.example/\($0)" }.joined(separator: "\n"))
    }.with { $0.environment.preferences.pictures = .ask }
    inbox.press("Enter")
    inbox.send(.graphics(graphics))
    inbox.press("i")
    let request = try #require(inbox.state.pictures.running)
    try inbox.draw(request)
    return (inbox, request)
  }

  /// The same with its graphic.
  private func showing(
    lines: Int = 30, size: Size = Size(columns: 60, rows: 24)
  ) throws -> ScreenDriver {
    var (inbox, request) = try reading(lines: lines, size: size)
    try inbox.draw(request, .graphic(.make()))
    return inbox
  }

  private func row(of text: String, in inbox: ScreenDriver) -> Int? {
    inbox.frame.lines.firstIndex { $0.text.contains(text) }
  }

  @Test func `the terminal is asked once a message with an image is shown`() {
    var inbox = ScreenDriver(count: 1).pressing("Enter")
    #expect(inbox.state.graphicsChoice == .characters)
    inbox = ScreenDriver(count: 1) { $1.attachments = .set([Attachment(url: "/srv/a.png")]) }
    #expect(inbox.state.graphicsChoice == .characters)
    #expect(inbox.after("Enter").state.graphicsChoice == .auto)
    #expect(inbox.after(running: "set graphics=sixel").state.graphicsChoice == .sixel)
    #expect(inbox.after("q").state.graphicsChoice == .sixel)
  }

  @Test func `where pictures are off it is never asked`() {
    var inbox = ScreenDriver(count: 1) { $1.attachments = .set([Attachment(url: "/srv/a.png")]) }
    inbox.state.environment.preferences.pictures = .never
    #expect(inbox.after("Enter").state.graphicsChoice == .characters)
  }

  @Test func `the characters come first, and the graphic lies over just their cells`() throws {
    var (inbox, request) = try reading()
    #expect(request.graphics == .testing && inbox.frame.graphic == nil)
    let characters = inbox.frame
    try inbox.draw(request, .graphic(.make()))
    let top = try #require(row(of: "▃▅▆▆▅▃", in: inbox))
    #expect(inbox.frame.graphic == PlacedGraphic(.make(), at: Position(column: 1, row: top)))
    #expect(inbox.frame.lines == characters.lines)
    #expect(inbox.state.pictures.running == nil)
  }

  @Test func `without graphics the request has none, and those that are told later are asked for`()
    throws
  {
    var (inbox, request) = try reading(graphics: nil)
    #expect(request.graphics == nil && inbox.state.pictures.running == nil)
    let asked = inbox.send(.graphics(.testing))
    request.graphics = .testing
    #expect(asked == [.pane(.picture(request))])
    #expect(row(of: "▃▅▆▆▅▃", in: inbox) != nil)
    try inbox.draw(request)
    try inbox.draw(request, .graphic(.make()))
    #expect(inbox.frame.graphic != nil)
    #expect(inbox.after(.graphics(nil)).frame.graphic == nil && row(of: "▃▅▆▆▅▃", in: inbox) != nil)
  }

  @Test func `a graphic that cannot be made or covers other cells leaves the characters`() throws {
    for graphic in [nil, PictureGraphic.make(columns: 11), .make(rows: 6)] {
      var (inbox, request) = try reading()
      try inbox.draw(request, .graphic(graphic))
      #expect(inbox.frame.graphic == nil && row(of: "▃▅▆▆▅▃", in: inbox) != nil)
    }
  }

  @Test func `a picture whose rows differ in width has no graphic`() throws {
    var (inbox, request) = try reading()
    inbox.press("i", "i")
    request = try #require(inbox.state.pictures.running)
    try inbox.draw(request, .characters(CharacterPicture(rows: [[.init("abc")], [.init("ab")]])))
    try inbox.draw(request, .graphic(.make(columns: 2, rows: 2)))
    #expect(inbox.frame.graphic == nil)
  }

  @Test func `it moves with the text, and goes where a row of it is scrolled out`() throws {
    var inbox = try showing()
    let start = try #require(inbox.frame.graphic)
    #expect(inbox.after("j").frame.graphic?.position.row == start.position.row - 1)
    while row(of: "▃▅▆▆▅▃", in: inbox) != nil { inbox.press("j") }
    #expect(inbox.frame.graphic == nil && row(of: "▐████", in: inbox) != nil)
    #expect(inbox.after("g g").frame.graphic == start)
  }

  @Test func `a picture that goes on below the screen has no graphic`() throws {
    var inbox = try showing(size: Size(columns: 60, rows: 12))
    #expect(inbox.frame.graphic != nil)
    #expect(inbox.after("g g").frame.graphic == nil && row(of: "▃▅▆▆▅▃", in: inbox) != nil)
  }

  @Test func `help or the palette over one of its cells takes it away`() throws {
    for keys in ["?", ":"] {
      var inbox = try showing(size: Size(columns: 60, rows: 16))
      #expect(inbox.frame.graphic != nil)
      #expect(inbox.after(keys).frame.graphic == nil, "\(keys)")
      #expect(inbox.after("Esc").frame.graphic != nil, "\(keys)")
    }
  }

  @Test(arguments: 0..<5) func `one covered cell of any row takes it away`(_ row: Int) throws {
    let frame = try showing().frame
    let placed = try #require(frame.graphic)
    for column in [1, 5, 10] {
      var covered = frame
      covered.graphic = nil
      let line = placed.position.row + row
      covered.lines[line] = frame.lines[line].overlaid(with: [Span("x", roles: [])], at: column)
      covered.place(placed.graphic, over: Size(columns: 10, rows: 5))
      #expect(covered.graphic == nil)
    }
  }

  @Test func `what lies beside it leaves it`() throws {
    var inbox = try showing(lines: 2, size: Size(columns: 60, rows: 40))
    #expect(inbox.after("o").menu != nil && inbox.frame.graphic != nil)
  }

  @Test func `it goes with its message, its picture, the reader and the size`() throws {
    for keys in ["i", "J", "q"] {
      #expect(try showing().pressing(keys).frame.graphic == nil, "\(keys)")
    }
    var inbox = try showing()
    #expect(inbox.after(.resized(Size(columns: 50, rows: 20))).frame.graphic == nil)
    let request = try #require(inbox.state.pictures.running)
    try inbox.draw(request)
    try inbox.draw(request, .graphic(.make(2)))
    #expect(inbox.frame.graphic?.graphic.number == 2)
  }

  @Test func `one that comes for another picture is dropped`() throws {
    var (inbox, request) = try reading()
    #expect(inbox.press("J").last == .pane(.stopPicture))
    try inbox.draw(request, .graphic(.make()))
    #expect(inbox.frame.graphic == nil)
  }
}
