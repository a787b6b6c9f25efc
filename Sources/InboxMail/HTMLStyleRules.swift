/// The rules of a page's `<style>` that may hide text: those of a tag, a class or an id alone.
///
/// Rules within `@media` are for other screens.
struct HTMLStyleRules {
  /// The declarations by selector: `p`, `.preheader`, `#top`, `p.preheader`.
  private var declarations: [String: String] = [:]
  /// The bytes between braces, and before them, that are not complete yet.
  private var piece = ""
  private var selectors = ""
  private var depth = 0

  /// Limits on rules, on the bytes of each, and on the classes of an element.
  private static let (mostRules, mostBytes, mostClasses) = (1_024, 4_096, 32)
  private static let properties = [
    "display", "visibility", "mso-hide", "max-height", "opacity", "font-size",
  ]

  /// Handles a part of the rules.
  mutating func add(_ styles: String) {
    for character in styles.unicodeScalars {
      switch character {
      case "{":
        depth += 1
        if depth == 1 { (selectors, piece) = (piece, "") }
      case "}":
        if depth == 1 { addRule() }
        depth = max(depth - 1, 0)
        if depth == 0 { piece = "" }
      default:
        if piece.utf8.count < Self.mostBytes { piece.unicodeScalars.append(character) }
      }
    }
  }

  private mutating func addRule() {
    let text = piece.lowercased()
    guard declarations.count < Self.mostRules, !selectors.contains("@"),
      Self.properties.contains(where: text.contains)
    else { return }
    for selector in selectors.lowercased().split(separator: ",") {
      let name = selector.split(whereSeparator: \.isWhitespace).joined(separator: " ")
      guard !name.contains(" "), !name.contains(":"), !name.contains(">") else { continue }
      declarations[name, default: ""] += text + ";"
    }
  }

  /// The declarations for an element, the most specific last.
  func declarations(for name: String, _ attributes: [String: String]) -> String {
    guard !declarations.isEmpty else { return "" }
    let classes = (attributes["class"] ?? "").lowercased()
      .split(whereSeparator: \.isWhitespace).prefix(Self.mostClasses)
    let selectors =
      ["*", name] + classes.map { "." + $0 } + classes.map { "\(name).\($0)" }
      + (attributes["id"].map { ["#" + $0.lowercased()] } ?? [])
    return selectors.compactMap { declarations[$0] }.joined()
  }
}
