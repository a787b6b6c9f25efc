import InboxUI

/// The graphics over the shown frame, written after the frame; each is removed before a frame that
/// has it elsewhere or not at all.
///
/// ncurses knows nothing of them: below each are the characters of the same picture. With kitty's
/// protocol an image is transmitted once, then only placed, and deleted by its number. Sixels are
/// pixels of the cells themselves and disappear when ncurses rewrites those. The terminal's memory
/// keeps no more images than were shown at once: the next one replaces one that is not shown.
struct GraphicsOverlay {
  /// How graphics are removed: a sequence before the refresh, and rows that ncurses rewrites.
  struct Removal: Equatable {
    /// The sequence.
    var text = ""
    /// The rows.
    var rows: [Int] = []
  }

  /// The number of our first image, "bell" in ASCII, as each program on a terminal should have its
  /// own.
  static let image = 0x6265_6C6C
  /// Maximum bytes of base64 in a chunk, from kitty's protocol.
  private static let piece = 4_096

  private var shown: [PlacedGraphic] = []
  private var wanted: [PlacedGraphic] = []
  /// The numbers of the graphics in the terminal's memory, by the place of their images.
  private var images: [Int] = []
  /// Whether the screen is redrawn, so that nothing is where it was.
  private var isLost = false

  /// Forgets what is shown after a resize or a redraw.
  mutating func forget() {
    isLost = true
  }

  /// The bytes that remove the images after a crash; they first end a sequence that it may have
  /// cut.
  var restoration: String {
    shown.isEmpty && images.isEmpty ? "" : "\u{1B}\\" + deletions
  }

  private var deletions: String { images.indices.map(Self.deletion).joined() }

  /// Deletes an image and its placements, without a response.
  private static func deletion(of place: Int) -> String {
    "\u{1B}_Ga=d,d=I,i=\(image + place),q=2\u{1B}\\"
  }

  /// The bytes that remove the images before the terminal is released.
  mutating func leave() -> String {
    defer { (shown, wanted, images, isLost) = ([], [], [], false) }
    return deletions
  }

  /// Begins a frame with these graphics: removes those that the frame does not have there.
  mutating func begin(_ next: [PlacedGraphic]) -> Removal {
    wanted = next
    if isLost {
      let rows = shown.flatMap(\.rows)
      let text = leave()
      wanted = next
      return Removal(text: text, rows: rows)
    }
    let gone = shown.filter { !next.contains($0) }
    shown.removeAll(where: gone.contains)
    return gone.reduce(into: Removal()) { removal, placed in
      switch placed.graphic.encoding {
      case .kitty:
        // The image stays in the terminal's memory.
        guard let place = images.firstIndex(of: placed.graphic.number) else { return }
        removal.text += "\u{1B}_Ga=d,d=i,i=\(Self.image + place),p=1,q=2\u{1B}\\"
      case .sixel: removal.rows += placed.rows
      }
    }
  }

  /// The bytes that draw the graphics over a refreshed frame; empty when they are already there.
  ///
  /// - Parameters:
  ///   - rows: The rows that have been written, where sixels are gone.
  ///   - cursor: The terminal's cursor position, which is restored.
  /// - Returns: The bytes.
  mutating func end(written rows: [Int], cursor: Position) -> [UInt8] {
    var bytes: [UInt8] = []
    for placed in wanted {
      let isKept = placed.graphic.encoding != .sixel || !rows.contains(where: placed.rows.contains)
      guard !shown.contains(placed) || !isKept else { continue }
      if !shown.contains(placed) { shown.append(placed) }
      bytes += drawing(of: placed)
    }
    return bytes.isEmpty ? [] : bytes + Self.move(to: cursor)
  }

  private mutating func drawing(of placed: PlacedGraphic) -> [UInt8] {
    let graphic = placed.graphic
    switch graphic.encoding {
    case .kitty(let bits):
      let (image, bytes) = transmission(of: graphic, bits: bits)
      let size = "c=\(graphic.size.columns),r=\(graphic.size.rows)"
      return bytes + Self.move(to: placed.position)
        + "\u{1B}_Ga=p,i=\(image),p=1,\(size),C=1,q=2\u{1B}\\".utf8
    case .sixel:
      // Transparent pixels show the characters below.
      let start = "\u{1B}P0;1;0q\"1;1;\(graphic.pixels.width);\(graphic.pixels.height)"
      return Self.move(to: placed.position) + start.utf8 + graphic.data + "\u{1B}\\".utf8
    }
  }

  /// The number of an image, and the bytes that transmit it unless the terminal has it.
  private mutating func transmission(
    of graphic: PictureGraphic, bits: Int
  ) -> (image: Int, bytes: [UInt8]) {
    if let place = images.firstIndex(of: graphic.number) { return (Self.image + place, []) }
    let kept = wanted.map(\.graphic.number)
    let free = images.firstIndex { !kept.contains($0) }
    let place = free ?? images.count
    if free == nil { images.append(graphic.number) } else { images[place] = graphic.number }
    var bytes = Array((free.map(Self.deletion) ?? "").utf8)
    var rest = graphic.data[...]
    let (width, height) = (graphic.pixels.width, graphic.pixels.height)
    var keys = "a=t,t=d,f=\(bits),s=\(width),v=\(height),i=\(Self.image + place),q=2,"
    while !rest.isEmpty {
      let piece = rest.prefix(Self.piece)
      rest = rest[piece.endIndex...]
      bytes += "\u{1B}_G\(keys)m=\(rest.isEmpty ? 0 : 1);".utf8
      bytes += piece
      bytes += "\u{1B}\\".utf8
      keys = ""
    }
    return (Self.image + place, bytes)
  }

  /// Moves the cursor by CUP of ECMA-48, which each terminal with graphics supports.
  private static func move(to position: Position) -> [UInt8] {
    Array("\u{1B}[\(position.row + 1);\(position.column + 1)H".utf8)
  }
}
