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
