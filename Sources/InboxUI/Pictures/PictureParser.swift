/// A parser of untrusted pictures: ASCII, block elements, line ends and colors, nothing else.
///
/// It copies no escape sequences; any unknown byte makes the whole picture invalid.
struct PictureParser {
  private typealias Run = CharacterPicture.Run

  /// Maximum bytes of a sequence; one that sets both colors has fewer.
  private static let longestSequence = 64
  /// Maximum parameters of a sequence.
  private static let mostNumbers = 16
  /// The block elements, each one column wide.
  private static let blocks: ClosedRange<UInt32> = 0x2580...0x259F

  private var rest: ArraySlice<UInt8>
  private let size: Size
  private var colors = SpanColors()
  private var done: [[Run]] = []
  private var row: [Run] = []
  private var columns = 0

  init(_ output: [UInt8], size: Size) {
    rest = output[...]
    self.size = size
  }

  /// Parses the rows of the picture; nil if the output is not a picture.
  mutating func rows() -> [[CharacterPicture.Run]]? {
    while let byte = rest.popFirst() {
      let isKnown =
        switch byte {
        case 0x1B: takeSequence()
        case 0x0A: endRow()
        case 0x20...0x7E: add(Unicode.Scalar(byte))
        default: takeBlock(after: byte)
        }
      guard isKnown else { return nil }
    }
    guard columns == 0 || endRow() else { return nil }
    return columnsOfAll > 0 ? done : nil
  }

  private var columnsOfAll: Int { done.reduce(0) { $0 + $1.count } }

  private mutating func endRow() -> Bool {
    guard done.count < size.rows else { return false }
    done.append(row)
    (row, columns) = ([], 0)
    return true
  }

  private mutating func add(_ scalar: Unicode.Scalar) -> Bool {
    guard columns < size.columns else { return false }
    columns += 1
    let colors = colors == SpanColors() ? nil : colors
    if let last = row.indices.last, row[last].colors == colors {
      row[last].text.unicodeScalars.append(scalar)
    } else {
      row.append(Run(String(Character(scalar)), colors: colors))
    }
    return true
  }

  /// Consumes the rest of a block element, each of which has three bytes in UTF-8.
  private mutating func takeBlock(after first: UInt8) -> Bool {
    guard first & 0xF0 == 0xE0, let second = continuation(), let third = continuation() else {
      return false
    }
    let value = UInt32(first & 0x0F) << 12 | second << 6 | third
    guard Self.blocks.contains(value), let scalar = Unicode.Scalar(value) else { return false }
    return add(scalar)
  }

  private mutating func continuation() -> UInt32? {
    guard let byte = rest.popFirst(), byte & 0xC0 == 0x80 else { return nil }
    return UInt32(byte & 0x3F)
  }

  /// Consumes an SGR sequence: `CSI` parameters `m`.
  private mutating func takeSequence() -> Bool {
    guard rest.popFirst() == UInt8(ascii: "[") else { return false }
    var numbers = [0]
    for _ in 0..<Self.longestSequence {
      switch rest.popFirst() {
      case UInt8(ascii: "m")?: return set(numbers[...])
      case UInt8(ascii: ";")? where numbers.count < Self.mostNumbers: numbers.append(0)
      case let digit? where digit &- 0x30 < 10:
        let number = numbers[numbers.count - 1] * 10 + Int(digit - 0x30)
        guard number <= 255 else { return false }
        numbers[numbers.count - 1] = number
      default: return false
      }
    }
    return false
  }

  private mutating func set(_ numbers: ArraySlice<Int>) -> Bool {
    var numbers = numbers
    while let number = numbers.popFirst() {
      switch number {
      case 0: colors = SpanColors()
      case 7: colors.isReversed = true
      case 27: colors.isReversed = false
      case 30...37: colors.foreground = .indexed(UInt8(number - 30))
      case 39: colors.foreground = nil
      case 40...47: colors.background = .indexed(UInt8(number - 40))
      case 49: colors.background = nil
      case 90...97: colors.foreground = .indexed(UInt8(number - 82))
      case 100...107: colors.background = .indexed(UInt8(number - 92))
      case 38, 48:
        guard let color = Self.color(&numbers) else { return false }
        if number == 38 { colors.foreground = color } else { colors.background = color }
      default: return false
      }
    }
    return true
  }

  /// Consumes a palette color, `5` and its index, or a 24-bit one, `2` and its channels.
  private static func color(_ numbers: inout ArraySlice<Int>) -> Color? {
    switch numbers.popFirst() {
    case 5: return numbers.popFirst().map { .indexed(UInt8($0)) }
    case 2:
      guard let red = numbers.popFirst(), let green = numbers.popFirst(),
        let blue = numbers.popFirst()
      else { return nil }
      return .rgb(UInt8(red), UInt8(green), UInt8(blue))
    default: return nil
    }
  }
}
