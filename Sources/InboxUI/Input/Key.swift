import InboxText

/// A key press.
package enum Key: Sendable, Hashable {
  /// A printable character.
  case character(Character)
  /// Control and a letter in lower case.
  case control(Character)
  /// Alt and a character.
  case alt(Character)
  case up, down, left, right
  case home, end, pageUp, pageDown
  /// A named key; back-tab is Shift-Tab.
  case enter, tab, backTab, escape, backspace, delete, insert
  /// A function key.
  case function(Int)
  /// An unknown escape sequence, which never does anything.
  case unknown

  /// Names of keys other than characters.
  static let names: [(name: String, key: Key)] = [
    ("Up", .up), ("Down", .down), ("Left", .left), ("Right", .right),
    ("Home", .home), ("End", .end), ("PgUp", .pageUp), ("PgDn", .pageDown),
    ("Enter", .enter), ("Tab", .tab), ("S-Tab", .backTab), ("Esc", .escape),
    ("Backspace", .backspace), ("Delete", .delete), ("Insert", .insert),
    ("Space", .character(" ")),
  ]

  private static let functionKeys = 1...63

  /// The name in configuration and help, such as `C-f`, `PgDn` or `F1`.
  package var name: String {
    if let entry = Self.names.first(where: { $0.key == self }) { return entry.name }
    return switch self {
    case .character(let character): String(character)
    case .control(let character): "C-\(character)"
    case .alt(let character): character == " " ? "A-Space" : "A-\(character)"
    case .function(let number): "F\(number)"
    default: "unknown"
    }
  }

  /// Parses a key name; case matters only for characters.
  ///
  /// - Throws: ``KeyNameError`` with the nearest known name.
  package init(name: String) throws(KeyNameError) {
    guard let key = Self.named(name) else {
      let nearest = NearestName.nearest(to: name, in: Self.names.map(\.name))
      throw KeyNameError(name: name, nearest: nearest)
    }
    self = key
  }

  private static func named(_ name: String) -> Key? {
    if let key = ascii(Array(name.utf8)) { return key }
    if name.count == 1, let character = name.first {
      return isControl(character) ? nil : .character(character)
    }
    // Fast path for the exact names of the default keys.
    if let entry = names.first(where: { $0.name == name }) { return entry.key }
    let lowered = name.lowercased()
    let rest = name.dropFirst(2)
    if lowered.hasPrefix("c-"), rest.count == 1, let character = rest.lowercased().first {
      return character.isASCII && character > " " ? .control(character) : nil
    }
    // Many programs call Alt Meta.
    if lowered.hasPrefix("a-") {
      if lowered == "a-space" { return .alt(" ") }
      return rest.count == 1 ? rest.first.flatMap { isControl($0) ? nil : .alt($0) } : nil
    }
    if lowered.hasPrefix("m-") { return named("A-" + rest) }
    if let entry = names.first(where: { $0.name.lowercased() == lowered }) { return entry.key }
    guard lowered.first == "f", let number = Int(name.dropFirst()) else { return nil }
    return functionKeys.contains(number) && name == "\(name.prefix(1))\(number)"
      ? .function(number) : nil
  }

  /// Fast path for an ASCII character, or a lower-case letter with Control or Alt.
  ///
  /// It covers nearly all default keys; bytes are fifty times as fast as finding grapheme
  /// boundaries.
  private static func ascii(_ name: [UInt8]) -> Key? {
    guard let last = name.last, (0x21...0x7E).contains(last) else { return nil }
    let character = Character(Unicode.Scalar(last))
    if name.count == 1 { return .character(character) }
    let letters = UInt8(ascii: "a")...UInt8(ascii: "z")
    guard name.count == 3, name[1] == UInt8(ascii: "-"), letters.contains(last) else { return nil }
    switch name[0] {
    case UInt8(ascii: "C"): return .control(character)
    case UInt8(ascii: "A"): return .alt(character)
    default: return nil
    }
  }

  private static func isControl(_ character: Character) -> Bool {
    character.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}

/// An unknown key name.
package struct KeyNameError: Error, Sendable, Hashable {
  package var name: String
  /// The nearest known name.
  package var nearest: String?

}
