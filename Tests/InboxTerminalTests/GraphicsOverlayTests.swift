import Foundation
import InboxUI
import Testing

@testable import InboxTerminal

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
  private static let transmission =
    "\u{1B}_Ga=t,t=d,f=24,s=1,v=1,i=1650814060,q=2,m=0;AAAA\u{1B}\\"
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
