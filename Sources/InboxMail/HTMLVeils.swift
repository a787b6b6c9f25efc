import Foundation

/// Tracks the elements whose style hides their text, such as the preheader of a newsletter.
struct HTMLVeils {
  /// An element that hides its text, or shows it within a hidden one.
  private struct Veil {
    var name: String
    /// The number of open elements of that name within it, with itself.
    var depth = 1
    var hides: Bool
    /// Whether an element within it may show its text.
    var isSoft: Bool
  }

  private var veils: [Veil] = []
  private var rules = HTMLStyleRules()

  /// Handles a part of the rules of a page.
  mutating func add(styles: String) { rules.add(styles) }

  /// Maximum veils within each other.
  private static let most = 256

  /// Whether text is hidden.
  var areClosed: Bool { veils.last?.hides ?? false }

  /// Handles the start of an element.
  mutating func begin(_ name: String, _ attributes: [String: String]) {
    let isOpenable = veils.last.map { !$0.hides || $0.isSoft } ?? true
    if isOpenable, veils.count < Self.most, let veil = veil(name, attributes),
      veil.hides != areClosed
    {
      veils.append(veil)
    } else if veils.last?.name == name {
      veils[veils.count - 1].depth += 1
    }
  }

  /// Handles the end of an element.
  mutating func end(_ name: String) {
    guard veils.last?.name == name else { return }
    veils[veils.count - 1].depth -= 1
    if veils.last?.depth == 0 { veils.removeLast() }
  }

  private func veil(_ name: String, _ attributes: [String: String]) -> Veil? {
    var isHidden = attributes["hidden"] != nil
    var isDisplayed = true
    var shown: Bool?
    let style = rules.declarations(for: name, attributes) + (attributes["style"] ?? "")
    for declaration in style.lowercased().split(separator: ";") {
      let parts = declaration.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let value = parts[1].prefix { $0 != "!" }.trimmingCharacters(in: .whitespacesAndNewlines)
      switch (parts[0].trimmingCharacters(in: .whitespacesAndNewlines), value) {
      case ("mso-hide", "all"): isHidden = true
      case ("display", _): isDisplayed = value != "none"
      case ("max-height", _), ("opacity", _): isHidden = isHidden || Self.isZero(value)
      case ("visibility", _):
        shown = (shown ?? true) && value != "hidden" && value != "collapse"
      case ("font-size", _): shown = (shown ?? true) && !Self.isZero(value)
      default: break
      }
    }
    if isHidden || !isDisplayed { return Veil(name: name, hides: true, isSoft: false) }
    return shown.map { Veil(name: name, hides: !$0, isSoft: true) }
  }

  /// Whether a length is zero in any unit.
  private static func isZero(_ length: String) -> Bool {
    Double(length.prefix { $0.isNumber || $0 == "." }) == 0
  }
}
