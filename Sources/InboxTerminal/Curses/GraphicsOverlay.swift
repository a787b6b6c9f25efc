import InboxUI

/// The graphic over the shown frame: written once the frame is on the terminal, and taken away
/// before one on which it lies elsewhere or not at all.
///
/// ncurses knows nothing of it: below it are the characters of the same picture. With kitty's protocol
/// an image is transmitted once, then only placed, and deleted by its number. Sixels are pixels of the
/// cells themselves, and go when ncurses writes those anew. One image is kept at a time: the next one
/// takes its place in the memory of the terminal.
struct GraphicsOverlay {
  /// What takes a graphic away: a sequence before the refresh, or rows that ncurses writes anew.
  struct Removal: Equatable {
    /// The sequence.
    var text = ""
    /// The rows.
    var rows: Range<Int>?
  }

  /// The number of our image, "bell" in ASCII, as each program on a terminal should have its own.
  static let image = 0x6265_6C6C
  /// Deletes the image with its places; answers are not wanted.
  static let deletion = "\u{1B}_Ga=d,d=I,i=\(image),q=2\u{1B}\\"
  /// Takes the image from the screen, while the terminal keeps it.
  private static let displacement = "\u{1B}_Ga=d,d=i,i=\(image),p=1,q=2\u{1B}\\"
  /// Most bytes of base64 in a piece, as kitty's protocol says.
  private static let piece = 4_096

  private var shown: PlacedGraphic?
  private var wanted: PlacedGraphic?
  /// The number of the graphic that the terminal keeps.
  private var transmitted: Int?
  /// Whether the screen is drawn anew, so that nothing is where it was.
  private var isLost = false

  /// Forgets what is shown, as the screen has another size or is drawn anew.
  mutating func forget() {
    isLost = true
  }

  /// What leaves nothing of ours after a crash, which may have cut a sequence: its end first.
  var restoration: String {
    guard shown != nil || isTransmitted else { return "" }
    return "\u{1B}\\" + (isTransmitted ? Self.deletion : "")
  }

  private var isTransmitted: Bool { transmitted != nil }

  /// What leaves nothing of ours on the terminal that is given back.
  mutating func leave() -> String {
    defer { (shown, wanted, transmitted, isLost) = (nil, nil, nil, false) }
    return isTransmitted ? Self.deletion : ""
  }

  /// Begins a frame with this graphic: takes away what the frame does not have there.
  mutating func begin(_ next: PlacedGraphic?) -> Removal {
    wanted = next
    if isLost {
      let rows = shown?.rows
      let text = leave()
      wanted = next
      return Removal(text: text, rows: rows)
    }
    guard let earlier = shown, earlier != next else { return Removal() }
    shown = nil
    switch earlier.graphic.encoding {
    case .kitty: return Removal(text: Self.displacement)
    case .sixel: return Removal(rows: earlier.rows)
    }
  }

  /// What writes the graphic over a frame that has been refreshed; empty where it is there already.
  ///
  /// - Parameters:
  ///   - rows: The rows that have been written, where sixels are gone.
  ///   - cursor: Where the terminal has its cursor, and gets it back.
  /// - Returns: The bytes.
  mutating func end(written rows: [Int], cursor: Position) -> [UInt8] {
    guard let wanted else { return [] }
    let isKept = wanted.graphic.encoding != .sixel || !rows.contains(where: wanted.rows.contains)
    guard shown != wanted || !isKept else { return [] }
    shown = wanted
    let graphic = wanted.graphic
    var bytes: [UInt8] = []
    switch graphic.encoding {
    case .kitty(let bits):
      if transmitted != graphic.number { bytes += transmission(of: graphic, bits: bits) }
      bytes += Self.move(to: wanted.position)
      let size = "c=\(graphic.size.columns),r=\(graphic.size.rows)"
      bytes += "\u{1B}_Ga=p,i=\(Self.image),p=1,\(size),C=1,q=2\u{1B}\\".utf8
    case .sixel:
      bytes += Self.move(to: wanted.position)
      // Pixels of no color stay those of the characters.
      bytes += "\u{1B}P0;1;0q\"1;1;\(graphic.pixels.width);\(graphic.pixels.height)".utf8
      bytes += graphic.data
      bytes += "\u{1B}\\".utf8
    }
    return bytes + Self.move(to: cursor)
  }

  private mutating func transmission(of graphic: PictureGraphic, bits: Int) -> [UInt8] {
    var bytes = Array((isTransmitted ? Self.deletion : "").utf8)
    transmitted = graphic.number
    var rest = graphic.data[...]
    var keys =
      "a=t,t=d,f=\(bits),s=\(graphic.pixels.width),v=\(graphic.pixels.height),i=\(Self.image),q=2,"
    while !rest.isEmpty {
      let piece = rest.prefix(Self.piece)
      rest = rest[piece.endIndex...]
      bytes += "\u{1B}_G\(keys)m=\(rest.isEmpty ? 0 : 1);".utf8
      bytes += piece
      bytes += "\u{1B}\\".utf8
      keys = ""
    }
    return bytes
  }

  /// Moves the cursor; each terminal with graphics does it by CUP of ECMA-48.
  private static func move(to position: Position) -> [UInt8] {
    Array("\u{1B}[\(position.row + 1);\(position.column + 1)H".utf8)
  }
}
