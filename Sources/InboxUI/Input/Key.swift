import InboxText
import InboxCore

/// A key as a person presses it.
public enum Key: Sendable, Hashable {
  /// A printable character.
  case character(Character)
  /// A letter with Control, in lower case.
  case control(Character)
  /// A character with Alt.
  case alt(Character)
  /// An arrow.
  case up, down, left, right
  /// A key that moves far.
  case home, end, pageUp, pageDown
  /// A key by its usual name; back-tab is Shift-Tab.
  case enter, tab, backTab, escape, backspace, delete, insert
  /// F1 and so on.
  case function(Int)
  /// A sequence that the terminal sent and nobody knows; it never acts.
  case unknown
}

extension Key {
  /// Names of the keys that are no characters, as configuration and help write them.
  static let names: [(name: String, key: Key)] = [
    ("Up", .up), ("Down", .down), ("Left", .left), ("Right", .right),
    ("Home", .home), ("End", .end), ("PgUp", .pageUp), ("PgDn", .pageDown),
    ("Enter", .enter), ("Tab", .tab), ("S-Tab", .backTab), ("Esc", .escape),
    ("Backspace", .backspace), ("Delete", .delete), ("Insert", .insert),
    ("Space", .character(" ")),
  ]

  private static let functionKeys = 1...63

  /// The key as configuration, help and documents write it, such as `C-f`, `PgDn` or `F1`.
  public var name: String {
    if let entry = Self.names.first(where: { $0.key == self }) { return entry.name }
    return switch self {
    case .character(let character): String(character)
    case .control(let character): "C-\(character)"
    case .alt(let character): character == " " ? "A-Space" : "A-\(character)"
    case .function(let number): "F\(number)"
    default: "unknown"
    }
  }

  /// Reads a key's name; the case matters only for characters.
  ///
  /// - Throws: ``KeyNameError`` with the nearest name that exists.
  public init(name: String) throws(KeyNameError) {
    guard let key = Self.named(name) else {
      let nearest = NearestName.nearest(to: name, in: Self.names.map(\.name))
      throw KeyNameError(name: name, nearest: nearest)
    }
    self = key
  }

  private static func named(_ name: String) -> Key? {
    if name.count == 1, let character = name.first { return printable(character) }
    let lowered = name.lowercased()
    if let entry = names.first(where: { $0.name.lowercased() == lowered }) { return entry.key }
    let rest = name.dropFirst(2)
    if lowered.hasPrefix("c-"), rest.count == 1, let character = rest.lowercased().first {
      return character.isASCII && character > " " ? .control(character) : nil
    }
    if lowered.hasPrefix("a-") {
      if lowered == "a-space" { return .alt(" ") }
      return rest.count == 1 ? rest.first.flatMap(printableAlt) : nil
    }
    guard lowered.first == "f", let number = Int(name.dropFirst()) else { return nil }
    return functionKeys.contains(number) && name == "\(name.prefix(1))\(number)"
      ? .function(number) : nil
  }

  private static func printable(_ character: Character) -> Key? {
    isControl(character) ? nil : .character(character)
  }

  private static func printableAlt(_ character: Character) -> Key? {
    isControl(character) ? nil : .alt(character)
  }

  private static func isControl(_ character: Character) -> Bool {
    character.unicodeScalars.contains { $0.properties.generalCategory == .control }
  }
}

/// A text that names no key.
public struct KeyNameError: Error, Sendable, Hashable {
  /// What was written.
  public var name: String
  /// The name that looks most like it, if one does.
  public var nearest: String?

  /// Makes a problem.
  public init(name: String, nearest: String? = nil) {
    self.name = name
    self.nearest = nearest
  }
}
