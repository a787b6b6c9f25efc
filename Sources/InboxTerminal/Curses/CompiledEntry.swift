import CNcurses
import Foundation
import InboxSystem

/// An entry of terminfo that is compiled from the loaded one, with what that lacks: 24-bit colors, dim text.
///
/// Most terminals that have such colors are described without them and say so by `COLORTERM`;
/// the `-direct` entries, which have them, are on few machines, and lack the palette. ncurses
/// takes a compiled entry in the variable `TERMINFO`; in this one a color below ``paletteSize``
/// is the palette's, any other is red, green and blue. Keys and all else stay the terminal's own.
///
/// ncurses sets attributes by `sgr` where there is one. That of kitty, and of ghostty before March 2026,
/// forgets dim (its parameter 5); without `sgr`, ncurses sets each attribute by its own string.
struct CompiledEntry {
  /// Colors with a number below this are palette colors.
  static let paletteSize = 256
  private static let colorCount: Int32 = 1 << 24
  private static let pairCount: Int32 = 1 << 16
  /// The magic number of entries whose numbers have 32 bits.
  private static let magic: Int32 = 0x21E

  private let name: String
  /// Whether colors of 24 bits are added.
  private let addsColors: Bool
  /// Whether `sgr` is left out, as it forgets dim.
  private let dropsAttributes: Bool
  private var bytes: [UInt8] = []

  /// Makes the entry; nil where the loaded one lacks nothing.
  ///
  /// - Parameters:
  ///   - type: The type of the terminal.
  ///   - wantsColors: Whether there are to be colors at all.
  ///   - variables: The environment, which may promise 24-bit colors.
  init?(for type: TerminalType, wantsColors: Bool, variables: [String: String]) {
    guard curses_check_type(type.entry, STDOUT_FILENO) == 1 else { return nil }
    name = type.entry
    // tmux and kitty mark entries of terminals with such colors by `Tc`.
    let isPromised = Self.isPromised(by: variables, to: type.entry) || tigetflag("Tc") > 0
    addsColors =
      wantsColors && isPromised && tigetnum("colors") == Self.paletteSize
      && curses_has_direct_color() == 0
    dropsAttributes =
      Self.string("dim") != nil && Self.string("sgr0") != nil
      && curses_capability("sgr").map { !String(cString: $0).contains("%p5") } ?? false
    guard addsColors || dropsAttributes else { return nil }
    compile()
  }

  /// Whether the environment announces 24-bit colors.
  ///
  /// GNU screen inherits the announcement of the outer terminal but cannot show such colors; tmux
  /// reduces colors itself.
  static func isPromised(by variables: [String: String], to type: String) -> Bool {
    let promise = variables["COLORTERM", default: ""].lowercased()
    guard promise == "truecolor" || promise == "24bit" else { return false }
    return !type.hasPrefix("screen") || !variables["TMUX", default: ""].isEmpty
  }

  /// Runs a closure while terminfo finds this entry instead of its own of the same name.
  func whileKnown<Result>(_ body: () -> Result) -> Result {
    let digits = bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16, uppercase: true) }
    return ProcessVariables.whileReplaced(by: ["TERMINFO": "hex:" + digits.joined()], body)
  }

  /// Writes the entry in the format of term(5): header, names, flags, numbers, strings, then our
  /// extended capabilities `RGB` and `CO`.
  private mutating func compile() {
    let names = Array("\(name)|\(name) with what it lacks".utf8) + [0]
    let flags = Self.names(curses_flag_name).map {
      addsColors && $0 == "ccc" ? 0 : UInt8(max(tigetflag($0), 0))
    }
    let numbers = Self.names(curses_number_name).map(number)
    let strings = Self.names(curses_string_name).map(string)
    var table: [UInt8] = []
    var places: [Int32] = []
    for string in strings {
      places.append(string == nil ? -1 : Int32(table.count))
      if let string { table += string + [0] }
    }
    let counts = [names.count, flags.count, numbers.count, places.count, table.count]
    ([Self.magic] + counts.map(Int32.init)).forEach { append($0, size: 2) }
    bytes += names + flags
    align()
    numbers.forEach { append($0, size: 4) }
    places.forEach { append($0, size: 2) }
    bytes += table
    guard addsColors else { return }
    align()
    let own = Array("RGB\0CO\0".utf8)
    // One flag, one number, no strings; two names in a table of so many bytes.
    [1, 1, 0, 2, Int32(own.count)].forEach { append($0, size: 2) }
    bytes.append(1)
    align()
    append(Int32(Self.paletteSize), size: 4)
    [0, 4].forEach { append($0, size: 2) }
    bytes += own
  }

  private mutating func append(_ value: Int32, size: Int) {
    for place in 0..<size { bytes.append(UInt8(truncatingIfNeeded: value >> (8 * Int32(place)))) }
  }

  /// Pads to an even offset, where numbers begin.
  private mutating func align() {
    if bytes.count % 2 == 1 { bytes.append(0) }
  }

  private static func names(_ name: (Int32) -> UnsafePointer<CChar>?) -> [String] {
    var names: [String] = []
    while let next = name(Int32(names.count)) { names.append(String(cString: next)) }
    return names
  }

  private func number(_ name: String) -> Int32 {
    switch name {
    case "colors" where addsColors: Self.colorCount
    case "pairs" where addsColors: Self.pairCount
    default: max(tigetnum(name), -1)
    }
  }

  private func string(_ name: String) -> [UInt8]? {
    switch name {
    case "sgr" where dropsAttributes: nil
    case "setaf" where addsColors: Array(Self.sequence(3).utf8)
    case "setab" where addsColors: Array(Self.sequence(4).utf8)
    // Older color capabilities, and those that would change the user's palette.
    case "setf", "setb", "initc", "initp", "oc": addsColors ? nil : Self.string(name)
    default: Self.string(name)
    }
  }

  private static func string(_ name: String) -> [UInt8]? {
    curses_capability(name).map { Array(String(cString: $0).utf8) }
  }

  /// The sequence that sets a color: by digit, from the palette, or by red, green and blue.
  private static func sequence(_ digit: Int) -> String {
    let bright = digit + 6
    return "\u{1B}[%?%p1%{8}%<%t\(digit)%p1%d%e%p1%{16}%<%t\(bright)%p1%{8}%-%d"
      + "%e%p1%{256}%<%t\(digit)8;5;%p1%d"
      + "%e\(digit)8;2;%p1%{65536}%/%d;%p1%{256}%/%{255}%&%d;%p1%{255}%&%d%;m"
  }
}
