import InboxText
import CNcurses

/// Characters that stand in ncurses' cells for graphemes that ncurses cannot place.
///
/// ncurses places text by what the C library knows of each scalar: it shows a newer emoji as a
/// blank, and takes a flag for two characters. A run of such graphemes gets characters of private
/// use, one for each of its columns, which are in no printable text. In the output of ncurses the
/// first one becomes the run and the others nothing. As the cursor is moved behind the run, no line
/// is shifted where a terminal takes it for narrower or wider.
final class StandIns {
  /// The first character of plane 16; the stand-ins are this plane.
  private static let first: UInt32 = 0x10_0000
  /// The first byte in UTF-8 of all characters of the plane.
  private static let lead: UInt8 = 0xF4
  /// Maximum runs at a time.
  private static let limit = 16_384

  /// The sequences that save and restore the cursor.
  private let save, restore: String
  /// The sequences that turn wrapping at the end of a line off and on; empty where it cannot be.
  private let wrapOff, wrapOn: String
  /// The numbers of the runs, by the bytes of columns and text: equal strings may differ in theirs.
  private var numbers: [[UInt8]: UInt32] = [:]
  /// What is sent for a run, by its number.
  private var outputs: [[UInt8]] = []

  /// Whether there are so many runs that they must be forgotten before the next frame.
  var isFull: Bool { outputs.count >= Self.limit / 2 }

  /// Reads from the running screen's terminfo how the cursor is kept; nil where it cannot be.
  init?() {
    guard let save = curses_capability("sc"), let restore = curses_capability("rc"),
      let right = curses_capability("cuf"), String(cString: right) == "\u{1B}[%p1%dC",
      curses_scalar_columns(Self.first) == 1
    else { return nil }
    let (off, on) = (curses_capability("rmam"), curses_capability("smam"))
    (self.save, self.restore) = (String(cString: save), String(cString: restore))
    wrapOff = on == nil ? "" : off.map { String(cString: $0) } ?? ""
    wrapOn = off == nil ? "" : on.map { String(cString: $0) } ?? ""
  }

  /// Forgets all runs; every line of the window must be drawn again.
  func removeAll() {
    numbers.removeAll()
    outputs.removeAll()
  }

  /// The text for ncurses in place of a run; nil when too many are known.
  func text(for run: String, columns: Int) -> String? {
    let key = Array("\(columns) \(run)".utf8)
    if numbers[key] == nil, outputs.count < Self.limit {
      numbers[key] = UInt32(outputs.count)
      // Blanks first: a terminal may draw less than all of the columns.
      let shown = save + String.blanks(columns) + restore + wrapOff + run + wrapOn + restore
      outputs.append(Array("\(shown)\u{1B}[\(columns)C".utf8))
    }
    guard let number = numbers[key], let first = Unicode.Scalar(Self.first + 2 * number),
      let rest = Unicode.Scalar(first.value + 1)
    else { return nil }
    return "\(first)" + String(repeating: "\(rest)", count: columns - 1)
  }

  /// The output with graphemes in place of their stand-ins.
  func replaced(in bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard !outputs.isEmpty, var place = bytes.firstIndex(of: Self.lead) else { return bytes }
    var result = Array(bytes[..<place])
    while place < bytes.endIndex {
      let byte = bytes[place]
      guard byte == Self.lead, bytes.endIndex - place >= 4 else {
        result.append(byte)
        place += 1
        continue
      }
      let tail = bytes[(place + 1)..<(place + 4)]
      let offset = tail.reduce(0) { $0 << 6 | UInt32($1 & 0x3F) }
      place += 4
      guard offset % 2 == 0 else { continue }
      let number = Int(offset / 2)
      result += outputs.indices.contains(number) ? outputs[number] : [UInt8(ascii: "?")]
    }
    return result[...]
  }
}

/// Whether ncurses places graphemes as the screen measures them; else only stand-ins keep columns.
enum CellPlacement {
  /// Whether ncurses places each of such scalars as the screen measures them.
  static func areAllPlain(_ text: Substring) -> Bool {
    text.unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case ..<0x300, 0x370..<0x483, 0x5D0...0x5EA, 0x620...0x64A, 0x2010..<0x20D0,
        0x2190..<0x231A, 0x2500..<0x25FD, 0x3001...0x3029, 0x3041...0x3096, 0x309B...0x30FF,
        0x4E00...0x9FFF, 0xAC00...0xD7A3, 0xE000...0xF8FF, 0xFF01...0xFF60:
        true
      default: false
      }
    }
  }

  /// Whether ncurses places one grapheme as the screen measures it.
  static func isPlain(_ grapheme: Character, in measure: TextMeasure) -> Bool {
    grapheme.unicodeScalars.enumerated().allSatisfy { place, scalar in
      let isKnown = Int(curses_scalar_columns(scalar.value)) == scalar.columns
      guard isKnown, place > 0 else { return isKnown && !scalar.isRegionalIndicator }
      switch scalar.properties.generalCategory {
      case .nonspacingMark, .enclosingMark: return scalar.value != 0xFE0F
      case .format: return scalar.value == 0x200C || scalar.value == 0x200D
      // Letters of one syllable.
      case .spacingMark, .otherLetter: return measure.spacingMarkColumns == 1
      default: return false
      }
    }
  }
}
