import InboxUI

/// The graphic over the shown frame, written after the frame, and removed before a frame that has
/// it elsewhere or not at all.
///
/// ncurses knows nothing of it: below it are the characters of the same picture. With kitty's
/// protocol an image is transmitted once, then only placed, and deleted by its number. Sixels are
/// pixels of the cells themselves and disappear when ncurses rewrites those. Only one image is
/// kept in the terminal's memory: the next one replaces it.
struct GraphicsOverlay {
  /// How a graphic is removed: a sequence before the refresh, or rows that ncurses rewrites.
  struct Removal: Equatable {
    /// The sequence.
    var text = ""
    /// The rows.
    var rows: Range<Int>?
  }

  /// The number of our image, "bell" in ASCII, as each program on a terminal should have its own.
  static let image = 0x6265_6C6C
  /// Deletes the image and its placements, without a response.
  static let deletion = "\u{1B}_Ga=d,d=I,i=\(image),q=2\u{1B}\\"
  /// Removes the image from the screen but keeps it in the terminal's memory.
  private static let displacement = "\u{1B}_Ga=d,d=i,i=\(image),p=1,q=2\u{1B}\\"
  /// Maximum bytes of base64 in a chunk, from kitty's protocol.
  private static let piece = 4_096

  private var shown: PlacedGraphic?
  private var wanted: PlacedGraphic?
  /// The number of the graphic in the terminal's memory.
  private var transmitted: Int?
  /// Whether the screen is redrawn, so that nothing is where it was.
  private var isLost = false

  /// Forgets what is shown after a resize or a redraw.
  mutating func forget() {
    isLost = true
  }

  /// The bytes that remove the image after a crash; they first end a sequence that it may have
  /// cut.
  var restoration: String {
    guard shown != nil || isTransmitted else { return "" }
    return "\u{1B}\\" + (isTransmitted ? Self.deletion : "")
  }

  private var isTransmitted: Bool { transmitted != nil }

  /// The bytes that remove the image before the terminal is released.
  mutating func leave() -> String {
    defer { (shown, wanted, transmitted, isLost) = (nil, nil, nil, false) }
    return isTransmitted ? Self.deletion : ""
  }

  /// Begins a frame with this graphic: removes the one that the frame does not have there.
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

  /// The bytes that draw the graphic over a refreshed frame; empty when it is already there.
  ///
  /// - Parameters:
  ///   - rows: The rows that have been written, where sixels are gone.
  ///   - cursor: The terminal's cursor position, which is restored.
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
      // Transparent pixels show the characters below.
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

  /// Moves the cursor by CUP of ECMA-48, which each terminal with graphics supports.
  private static func move(to position: Position) -> [UInt8] {
    Array("\u{1B}[\(position.row + 1);\(position.column + 1)H".utf8)
  }
}
