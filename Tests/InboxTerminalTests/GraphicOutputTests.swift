import Foundation
import InboxTestSupport
import InboxUI
import Testing

@testable import InboxTerminal

/// What chafa prints for kitty, and what would do something else.
struct KittyOutputTests {
  /// What chafa 1.12 prints for 8 × 8 pixels, blue over red: `--format kitty --size 1x1`.
  private static let recorded =
    "\u{1B}_Ga=T,f=32,s=8,v=8,c=1,r=1,m=1\u{1B}\\\u{1B}_Gm=1;"
    + String(repeating: "AAD//wAA//8AAP//", count: 10) + "AAD//wAA////AAD//wAA//8AAP//"
    + String(repeating: "AAD//wAA//8AAP//", count: 9) + "AAD//wAA/w=="
    + "\u{1B}\\\u{1B}_Gm=0\u{1B}\\\n"

  private func graphic(_ output: String) -> PictureGraphic? {
    KittyOutput.graphic(in: Array(output.utf8), number: 7)
  }

  /// A command of one pixel, with other keys or other data.
  private func one(_ keys: String = "a=T,f=24,s=1,v=1,c=2,r=1,m=0", _ data: String = ";AAAA")
    -> String
  {
    "\u{1B}_G\(keys)\(data)\u{1B}\\"
  }

  @Test func `what chafa prints is a graphic with its pixels and cells`() throws {
    let graphic = try #require(self.graphic(Self.recorded))
    #expect(graphic.number == 7 && graphic.encoding == .kitty(bits: 32))
    #expect(graphic.pixels == PixelSize(width: 8, height: 8))
    #expect(graphic.size == Size(columns: 1, rows: 1))
    let (blue, red) = ([0, 0, 255, 255] as [UInt8], [255, 0, 0, 255] as [UInt8])
    let pixels = [[UInt8]](repeating: blue, count: 32) + Array(repeating: red, count: 32)
    #expect(Data(base64Encoded: Data(graphic.data)) == Data(pixels.joined()))
    #expect(self.graphic(one())?.data == Array("AAAA".utf8))
  }

  @Test func `pieces with a padding each become one text of base64`() throws {
    let pieces =
      one("a=T,f=24,s=2,v=1,c=1,r=1,m=1", "") + one("m=1", ";AQI=") + one("m=1", ";AwQ=")
      + one("m=1", ";BQY=") + one("m=0", "") + "\n"
    let graphic = try #require(self.graphic(pieces))
    #expect(graphic.data == Array(Data([1, 2, 3, 4, 5, 6]).base64EncodedData()))
  }

  @Test(arguments: [
    "", "\n", "text", "\u{1B}_G\u{1B}\\", "\u{1B}_Ga=T,f=24,s=1,v=1,c=2,r=1,m=0;AAAA",
    "\u{1B}_Ga=T,f=24,s=1,v=1,c=2,r=1,m=0;AAAA\u{1B}",
    "\u{1B}_Ga=T,f=24,s=1,v=1,c=2,r=1,m=0;AAAA\u{7}",
    "\u{1B}_Ga=T,f=24,s=1,v=1,c=2,r=1,m=1;AAAA\u{1B}\\",
  ])
  func `what has no beginning or no end is none`(_ output: String) {
    #expect(graphic(output) == nil)
  }

  @Test(arguments: [
    // Files, shared memory, other actions, other numbers, compression, and what is not known.
    "a=T,t=f,f=24,s=1,v=1,c=2,r=1,m=0", "a=T,t=s,f=24,s=1,v=1,c=2,r=1,m=0",
    "a=T,i=3,f=24,s=1,v=1,c=2,r=1,m=0", "a=T,o=z,f=24,s=1,v=1,c=2,r=1,m=0",
    "a=d,f=24,s=1,v=1,c=2,r=1,m=0", "a=T,a=T,f=24,s=1,v=1,c=2,r=1,m=0",
    "f=24,s=1,v=1,c=2,r=1,m=0", "a=T,f=100,s=1,v=1,c=2,r=1,m=0", "a=T,f=24,s=1,s=1,v=1,c=2,r=1,m=0",
    "a=T,f=24,s=2,v=1,c=2,r=1,m=0", "a=T,f=24,s=0,v=1,c=2,r=1,m=0", "a=T,f=24,s=-1,v=1,c=2,r=1,m=0",
    "a=T,f=24,s=1,v=1,c=0,r=1,m=0", "a=T,f=24,s=1,v=1,r=1,m=0", "a=T,f=24,s=1,v=1,c=2,m=0",
    "a=T,f=24,s=99999999999999999999,v=1,c=2,r=1,m=0", "a=T,f=24,s=9999,v=9999,c=2,r=1,m=0",
    "a=T,f=24,s=1,v=1,c=2,r=1,m=0,", "a=T,f=24,s=1,v=1,c=2,r=1,m=0,U=1", "", "a=T,f,s=1",
  ])
  func `keys that lie or do something else end it`(_ keys: String) {
    #expect(graphic(one(keys)) == nil)
  }

  @Test(arguments: [
    ";AAA", ";AAAAAAAA", ";AA A", ";AA\nA", ";AA\u{7}A", ";AA;A", ";AA-A", "", ";", ";AA==",
    ";====",
    ";" + String(repeating: "A", count: 4_100), ";AA\u{9C}A",
  ])
  func `data that is not just the pixels ends it`(_ data: String) {
    #expect(graphic(one("a=T,f=24,s=1,v=1,c=2,r=1,m=0", data)) == nil)
  }

  @Test(arguments: [
    "\u{1B}]2;title\u{7}", "\u{1B}[2J", "x", "\u{1B}_Ga=d\u{1B}\\", "\u{1B}_Gm=0\u{1B}\\", "\r",
    "\0",
  ])
  func `nothing may stand before, between or behind`(_ other: String) {
    #expect(graphic(other + one()) == nil)
    #expect(graphic(one() + other) == nil)
    let begin = one("a=T,f=24,s=1,v=1,c=2,r=1,m=1", "")
    #expect(graphic(begin + one("m=0")) != nil)
    #expect(graphic(begin + other + one("m=1") + one("m=0", "")) == nil)
  }

  @Test func `an endless output is given up`() {
    let flood = [UInt8](repeating: 0x41, count: 4 << 20)
    #expect(KittyOutput.graphic(in: Array(one("m=1").utf8) + flood, number: 1) == nil)
    #expect(KittyOutput.graphic(in: Array("\u{1B}_Ga=T".utf8) + flood, number: 1) == nil)
    let pieces = String(repeating: one("m=1", ";AAAA"), count: 10_000)
    #expect(graphic(one("a=T,f=24,s=1,v=1,c=2,r=1,m=1", "") + pieces) == nil)
  }
}

/// What chafa prints as sixels, and what would do something else.
struct SixelOutputTests {
  /// What chafa 1.12 prints for 8 × 8 pixels, blue over red, as sixels of 16 colors in one cell.
  private static let body =
    "#0;2;0;0;0#1;2;50;0;0#2;2;0;43;0#3;2;43;43;0#4;2;0;0;43#5;2;43;0;43#6;2;0;43;43#7;2;75;75;75"
    + "#8;2;25;25;25#9;2;100;0;0#10;2;0;100;0#11;2;100;100;0#12;2;0;0;100#13;2;100;0;100"
    + "#14;2;0;100;100#15;2;100;100;100#0!8?$#9!8w$#12!8F-"

  private func graphic(_ output: String, colors: Int = 256) -> PictureGraphic? {
    SixelOutput.graphic(
      in: Array(output.utf8),
      for: TerminalGraphics(.sixel(colors: colors), cell: PixelSize(width: 5, height: 10)),
      number: 7)
  }

  /// An image of 8 × 12 pixels with another body.
  private func one(_ body: String) -> String { "\u{1B}P0;1;0q\"1;1;8;12\(body)\u{1B}\\" }

  @Test func `what chafa prints is a graphic with its pixels and cells`() throws {
    let graphic = try #require(
      self.graphic("\u{1B}P0;1;0q\"1;1;8;6\(Self.body)\u{1B}\\", colors: 16))
    #expect(graphic.number == 7 && graphic.encoding == .sixel)
    #expect(graphic.pixels == PixelSize(width: 8, height: 6))
    #expect(graphic.size == Size(columns: 2, rows: 1))
    #expect(graphic.data == Array(Self.body.utf8))
  }

  @Test(arguments: ["#0!8~-#1!8~", "#255~", "~~~~~~~~", "!3~!5?$!8@-$", "#3;2;0;0;0#3!8~-#3~-", ""])
  func `an image within its raster is one`(_ body: String) {
    #expect(graphic(one(body))?.size == Size(columns: 2, rows: 2))
  }

  @Test(arguments: [
    // Wider and higher than it says, other colors, and bytes that are no sixels.
    "!9~", "~~~~~~~~~", "!5~!4~", "!99999999999999999999~", "!~", "!8", "!8-", "!8#0", "~-~-~",
    "~---",
    "#256~", "#~", "#0;2;0;0~", "#0;2;0;0;101~", "#0;1;0;0;0~", "#0;2;0;0;0;0~", "#0;~",
    "~\u{1B}[2J",
    "~\u{1B}]2;t\u{7}", "~\u{7}", "~\n", "~ ", "~\u{7F}", "~\u{9C}", "~\0", "~\"1;1;99;99~",
    "~\u{18}",
    "\u{1B}P0q~", "~é",
  ])
  func `a body that lies or has other bytes ends it`(_ body: String) {
    #expect(graphic(one(body)) == nil)
  }

  @Test(arguments: [
    "", "q", "\u{1B}P", "\u{1B}Pq~\u{1B}\\", "\u{1B}P0;1;0q\"1;1;8;12~",
    "\u{1B}P0;1;0q\"1;1;8;12~\u{1B}",
    "\u{1B}P0;1;0q\"2;1;8;12~\u{1B}\\", "\u{1B}P0;1;0q\"1;1;0;12~\u{1B}\\",
    "\u{1B}P0;1;0q\"1;1;8~\u{1B}\\", "\u{1B}P0;1;0q\"1;1;99999;12~\u{1B}\\",
    "\u{1B}P0;1;0r\"1;1;8;12~\u{1B}\\", "\u{1B}P>0q\"1;1;8;12~\u{1B}\\",
    "\u{1B}P00000000000000000q\"1;1;8;12~\u{1B}\\", "\u{1B}P0;1;0q\"1;1;8;12~\u{1B}\\x",
    "x\u{1B}P0;1;0q\"1;1;8;12~\u{1B}\\", "\u{1B}P0;1;0q\"1;1;8;12~\u{1B}\\\u{1B}[2J",
    "\u{1B}P$q m\u{1B}\\",
  ])
  func `what is no sixel image is none`(_ output: String) {
    #expect(graphic(output) == nil)
  }

  @Test func `no more colors are taken than the terminal has`() {
    #expect(graphic(one("#15~"), colors: 16) != nil)
    #expect(graphic(one("#16~"), colors: 16) == nil)
  }

  @Test func `an endless output is given up`() {
    for piece in ["$", "#0", "!0~", "-", "?"] {
      #expect(graphic("\u{1B}P0;1;0q\"1;1;8;12" + String(repeating: piece, count: 1 << 20)) == nil)
    }
  }

  @Test func `whatever is printed, a graphic has only bytes of sixels`() {
    var random = SeededRandom(seed: 11)
    let pieces = [
      "~", "?", "!", "8", "#", "1", ";2", ";0", "$", "-", "\u{1B}", "\\", "\u{7}", "\"", "x",
    ]
    let allowed = Set("!#$-;0123456789".utf8).union(0x3F...0x7E)
    for _ in 0..<2_000 {
      let body = (0..<Int.random(in: 1...12, using: &random)).map { _ in random.pick(pieces) }
      guard let graphic = graphic(one(body.joined())) else { continue }
      #expect(graphic.data.allSatisfy(allowed.contains))
    }
  }
}

extension GraphicsOverlay {
  /// Begins a frame with one graphic, or none.
  fileprivate mutating func begin(_ graphic: PlacedGraphic?) -> Removal {
    begin(graphic.map { [$0] } ?? [])
  }
}

/// The bytes of graphics over frames.
struct GraphicsOverlayTests {
  private static let cursor = Position(column: 4, row: 9)
  private static let back = "\u{1B}[10;5H"
  private static let place = "\u{1B}_Ga=p,i=1650814060,p=1,c=3,r=2,C=1,q=2\u{1B}\\"
  private static let transmission = "\u{1B}_Ga=t,t=d,f=24,s=1,v=1,i=1650814060,q=2,m=0;AAAA\u{1B}\\"
  private static let displacement = "\u{1B}_Ga=d,d=i,i=1650814060,p=1,q=2\u{1B}\\"
  private static let deletion = "\u{1B}_Ga=d,d=I,i=1650814060,q=2\u{1B}\\"

  private func placed(
    _ number: Int = 1, row: Int = 5, as encoding: PictureGraphic.Encoding = .kitty(bits: 24),
    data: String = "AAAA"
  ) -> PlacedGraphic {
    let graphic = PictureGraphic(
      number: number, encoding: encoding, pixels: PixelSize(width: 1, height: 1),
      size: Size(columns: 3, rows: 2), data: Array(data.utf8))
    return PlacedGraphic(graphic, at: Position(column: 1, row: row))
  }

  @Test func `several images are transmitted once each, and one replaces one that is gone`() {
    var overlay = GraphicsOverlay()
    let (first, second) = (placed(1, row: 2), placed(2, row: 5))
    #expect(overlay.begin([first, second]) == .init())
    let shown = end(&overlay)
    #expect(shown.contains("s=1,v=1,i=1650814060,") && shown.contains("s=1,v=1,i=1650814061,"))
    #expect(shown.hasSuffix(Self.back))
    #expect(overlay.begin([second]) == .init(text: Self.displacement))
    #expect(end(&overlay).isEmpty)
    #expect(overlay.begin([second, placed(3, row: 8)]) == .init())
    #expect(
      end(&overlay) == Self.deletion + Self.transmission + "\u{1B}[9;2H" + Self.place + Self.back)
    #expect(overlay.leave().components(separatedBy: "d=I").count == 3)
  }

  @Test func `of several sixels those whose rows were written are written again`() {
    var overlay = GraphicsOverlay()
    let both = [2, 5].map { placed($0, row: $0, as: .sixel, data: "#0~") }
    _ = overlay.begin(both)
    #expect(end(&overlay).components(separatedBy: "#0~").count == 3)
    _ = overlay.begin(both)
    #expect(end(&overlay, written: [6]).components(separatedBy: "#0~").count == 2)
    #expect(overlay.begin([both[1]]) == .init(rows: [2, 3]))
  }

  private func end(_ overlay: inout GraphicsOverlay, written rows: [Int] = []) -> String {
    String(decoding: overlay.end(written: rows, cursor: Self.cursor), as: UTF8.self)
  }

  @Test func `frames without a graphic have no bytes of it`() {
    var overlay = GraphicsOverlay()
    overlay.forget()
    #expect(overlay.begin(nil) == .init() && end(&overlay, written: [0, 1]).isEmpty)
    #expect(overlay.leave().isEmpty && overlay.restoration.isEmpty)
  }

  @Test func `an image is transmitted once, then only placed and displaced`() {
    var overlay = GraphicsOverlay()
    #expect(overlay.begin(placed()) == .init())
    #expect(end(&overlay) == Self.transmission + "\u{1B}[6;2H" + Self.place + Self.back)
    // The same frame, also written anew: it lies over the cells.
    #expect(overlay.begin(placed()) == .init() && end(&overlay, written: [5, 6]).isEmpty)
    #expect(overlay.begin(placed(row: 4)) == .init(text: Self.displacement))
    #expect(end(&overlay) == "\u{1B}[5;2H" + Self.place + Self.back)
    #expect(overlay.begin(nil) == .init(text: Self.displacement) && end(&overlay).isEmpty)
    #expect(overlay.begin(nil) == .init() && end(&overlay).isEmpty)
    #expect(overlay.begin(placed()) == .init())
    #expect(end(&overlay) == "\u{1B}[6;2H" + Self.place + Self.back)
  }

  @Test func `another image takes the place of the first in the terminal's memory`() {
    var overlay = GraphicsOverlay()
    _ = overlay.begin(placed())
    _ = end(&overlay)
    #expect(overlay.begin(placed(2)) == .init(text: Self.displacement))
    #expect(
      end(&overlay) == Self.deletion + Self.transmission + "\u{1B}[6;2H" + Self.place + Self.back)
  }

  @Test func `a large image is transmitted in pieces of which the first has the keys`() {
    var overlay = GraphicsOverlay()
    let data = String(repeating: "AAAA", count: 1_025)
    _ = overlay.begin(placed(data: data))
    let bytes = end(&overlay)
    let first = "\u{1B}_Ga=t,t=d,f=24,s=1,v=1,i=1650814060,q=2,m=1;" + data.prefix(4_096)
    #expect(bytes.hasPrefix(first + "\u{1B}\\\u{1B}_Gm=0;AAAA\u{1B}\\\u{1B}[6;2H"))
  }

  @Test func `sixels are written where they are gone, and taken away by writing the rows`() {
    var overlay = GraphicsOverlay()
    let sixel = placed(as: .sixel, data: "#0~")
    let bytes = "\u{1B}[6;2H\u{1B}P0;1;0q\"1;1;1;1#0~\u{1B}\\" + Self.back
    #expect(overlay.begin(sixel) == .init() && end(&overlay, written: [1, 5]) == bytes)
    #expect(overlay.begin(sixel) == .init() && end(&overlay, written: [4, 7]).isEmpty)
    #expect(overlay.begin(sixel) == .init() && end(&overlay, written: [6]) == bytes)
    #expect(overlay.begin(nil) == .init(rows: [5, 6]) && end(&overlay, written: [5, 6]).isEmpty)
    #expect(overlay.leave().isEmpty)
  }

  @Test func `a screen that is drawn anew or has another size begins without a picture`() {
    var overlay = GraphicsOverlay()
    _ = overlay.begin(placed())
    let shown = end(&overlay)
    overlay.forget()
    #expect(overlay.begin(placed()) == .init(text: Self.deletion, rows: [5, 6]))
    #expect(end(&overlay) == shown)
  }

  @Test func `a terminal that is given back or lost keeps nothing`() {
    var overlay = GraphicsOverlay()
    _ = overlay.begin(placed())
    _ = end(&overlay)
    #expect(overlay.restoration == "\u{1B}\\" + Self.deletion)
    _ = overlay.begin(nil)
    #expect(overlay.restoration == "\u{1B}\\" + Self.deletion)
    #expect(overlay.leave() == Self.deletion && overlay.leave().isEmpty)
    #expect(overlay.restoration.isEmpty && overlay.begin(nil) == .init())
    _ = overlay.begin(placed(as: .sixel))
    _ = end(&overlay)
    #expect(overlay.restoration == "\u{1B}\\")
  }
}
