import InboxCore
import struct InboxCore.Attachment
import InboxTestSupport
import Testing

@testable import InboxUI

/// Where a graphic lies over the picture of characters, and where it does not.
@Suite struct PlacedGraphicTests {
  private static let graphics = TerminalGraphics(.kitty, cell: PixelSize(width: 10, height: 20))

  private static func graphic(_ number: Int = 1, columns: Int = 10, rows: Int = 5) -> PictureGraphic
  {
    PictureGraphic(
      number: number, encoding: .kitty(bits: 24), pixels: PixelSize(width: 1, height: 1),
      size: Size(columns: columns, rows: rows), data: [])
  }

  /// A reader whose picture of 10 × 5 cells is shown, with its request.
  private func reading(
    lines: Int = 30, size: Size = Size(columns: 60, rows: 24),
    graphics: TerminalGraphics? = graphics
  ) throws -> (inbox: ScreenDriver, request: PictureRequest) {
    var inbox = ScreenDriver(count: 2, size: size) { _, payload in
      payload.attachments = .set([Attachment(name: "circle.svg", url: "/srv/circle.svg")])
      payload.body = .set(
        (1...lines).map { "line \($0) https://a.example/\($0)" }.joined(separator: "\n"))
    }
    inbox.state.environment.preferences.pictures = .ask
    inbox.press("Enter")
    inbox.send(.graphics(graphics))
    inbox.press("i")
    let request = try #require(inbox.state.pictures.running)
    answer(&inbox, request, .characters(try RecordedPicture.picture))
    return (inbox, request)
  }

  /// The same with its graphic.
  private func showing(
    lines: Int = 30, size: Size = Size(columns: 60, rows: 24)
  ) throws -> ScreenDriver {
    var (inbox, request) = try reading(lines: lines, size: size)
    answer(&inbox, request, .graphic(Self.graphic()))
    return inbox
  }

  private func answer(
    _ inbox: inout ScreenDriver, _ request: PictureRequest, _ picture: DrawnPicture
  ) {
    inbox.send(.answered(request, picture))
  }

  private func row(of text: String, in inbox: ScreenDriver) -> Int? {
    inbox.frame.lines.firstIndex { $0.text.contains(text) }
  }

  @Test func `the terminal is asked once a message with an image is shown`() {
    var inbox = ScreenDriver(count: 1).pressing("Enter")
    #expect(inbox.state.graphicsChoice == .characters)
    inbox = ScreenDriver(count: 1) { _, payload in
      payload.attachments = .set([Attachment(url: "/srv/a.png")])
    }
    #expect(inbox.state.graphicsChoice == .characters)
    inbox.press("Enter")
    #expect(inbox.state.graphicsChoice == .auto)
    inbox.run("set graphics=sixel")
    #expect(inbox.state.graphicsChoice == .sixel)
    inbox.press("q")
    #expect(inbox.state.graphicsChoice == .sixel)
  }

  @Test func `where pictures are off it is never asked`() {
    var inbox = ScreenDriver(count: 1) { _, payload in
      payload.attachments = .set([Attachment(url: "/srv/a.png")])
    }
    inbox.state.environment.preferences.pictures = .never
    inbox.press("Enter")
    #expect(inbox.state.graphicsChoice == .characters)
  }

  @Test func `the characters come first, and the graphic lies over just their cells`() throws {
    var (inbox, request) = try reading()
    #expect(request.graphics == Self.graphics && inbox.frame.graphic == nil)
    let characters = inbox.frame
    answer(&inbox, request, .graphic(Self.graphic()))
    let top = try #require(row(of: "▃▅▆▆▅▃", in: inbox))
    #expect(inbox.frame.graphic == PlacedGraphic(Self.graphic(), at: Position(column: 1, row: top)))
    #expect(inbox.frame.lines == characters.lines)
    #expect(inbox.state.pictures.running == nil)
  }

  @Test func `without graphics the request has none, and those that are told later are asked for`()
    throws
  {
    var (inbox, request) = try reading(graphics: nil)
    #expect(request.graphics == nil && inbox.state.pictures.running == nil)
    let asked = inbox.send(.graphics(Self.graphics))
    request.graphics = Self.graphics
    #expect(asked == [.pane(.picture(request))])
    #expect(row(of: "▃▅▆▆▅▃", in: inbox) != nil)
    answer(&inbox, request, .characters(try RecordedPicture.picture))
    answer(&inbox, request, .graphic(Self.graphic()))
    #expect(inbox.frame.graphic != nil)
    inbox.send(.graphics(nil))
    #expect(inbox.frame.graphic == nil && row(of: "▃▅▆▆▅▃", in: inbox) != nil)
  }

  @Test func `a graphic that cannot be made or covers other cells leaves the characters`() throws {
    for graphic in [nil, Self.graphic(columns: 11), Self.graphic(rows: 6)] {
      var (inbox, request) = try reading()
      answer(&inbox, request, .graphic(graphic))
      #expect(inbox.frame.graphic == nil && row(of: "▃▅▆▆▅▃", in: inbox) != nil)
    }
  }

  @Test func `a picture whose rows differ in width has no graphic`() throws {
    var (inbox, request) = try reading()
    inbox.press("i", "i")
    request = try #require(inbox.state.pictures.running)
    answer(&inbox, request, .characters(CharacterPicture(rows: [[.init("abc")], [.init("ab")]])))
    answer(&inbox, request, .graphic(Self.graphic(columns: 2, rows: 2)))
    #expect(inbox.frame.graphic == nil)
  }

  @Test func `it moves with the text, and goes where a row of it is scrolled out`() throws {
    var inbox = try showing()
    let start = try #require(inbox.frame.graphic)
    inbox.press("j")
    #expect(inbox.frame.graphic?.position.row == start.position.row - 1)
    while row(of: "▃▅▆▆▅▃", in: inbox) != nil { inbox.press("j") }
    #expect(inbox.frame.graphic == nil && row(of: "▐████", in: inbox) != nil)
    inbox.press("g g")
    #expect(inbox.frame.graphic == start)
  }

  @Test func `a picture that goes on below the screen has no graphic`() throws {
    var inbox = try showing(size: Size(columns: 60, rows: 12))
    #expect(inbox.frame.graphic != nil)
    inbox.press("g g")
    #expect(inbox.frame.graphic == nil && row(of: "▃▅▆▆▅▃", in: inbox) != nil)
  }

  @Test func `help or the palette over one of its cells takes it away`() throws {
    for keys in ["?", ":"] {
      var inbox = try showing(size: Size(columns: 60, rows: 16))
      #expect(inbox.frame.graphic != nil)
      inbox.press(keys)
      #expect(inbox.frame.graphic == nil, "\(keys)")
      inbox.press("Esc")
      #expect(inbox.frame.graphic != nil, "\(keys)")
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
    inbox.press("o")
    #expect(inbox.state.menu != nil && inbox.frame.graphic != nil)
  }

  @Test func `it goes with its message, its picture, the reader and the size`() throws {
    for keys in ["i", "J", "q"] {
      var inbox = try showing()
      inbox.press(keys)
      #expect(inbox.frame.graphic == nil, "\(keys)")
    }
    var inbox = try showing()
    inbox.send(.resized(Size(columns: 50, rows: 20)))
    #expect(inbox.frame.graphic == nil)
    let request = try #require(inbox.state.pictures.running)
    answer(&inbox, request, .characters(try RecordedPicture.picture))
    answer(&inbox, request, .graphic(Self.graphic(2)))
    #expect(inbox.frame.graphic?.graphic.number == 2)
  }

  @Test func `one that comes for another picture is dropped`() throws {
    var (inbox, request) = try reading()
    #expect(inbox.press("J").last == .pane(.stopPicture))
    answer(&inbox, request, .graphic(Self.graphic()))
    #expect(inbox.frame.graphic == nil)
  }
}
