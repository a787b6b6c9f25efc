import Foundation

/// A short text for a duration.
enum DurationText {
  /// Formats seconds: `<0.1 s`, `0.4 s`, `12 s`, `4 min 12 s`, `3 h 5 min`, `2 d 4 h`.
  static func text(_ seconds: Double) -> String {
    if seconds < 9.95 { return seconds < 0.05 ? "<0.1 s" : String(format: "%.1f s", seconds) }
    return text(whole: Int(min(seconds, 1e12).rounded()))
  }

  /// Formats whole seconds, `0 s` for none.
  static func text(whole: Int) -> String {
    let units = [("d", 86_400), ("h", 3_600), ("min", 60), ("s", 1)]
    let index = units.firstIndex { whole >= $0.1 } ?? 3
    let (name, size) = units[index]
    let first = "\(whole / size) \(name)"
    guard index < 3 else { return first }
    let (smaller, smallerSize) = units[index + 1]
    let rest = whole % size / smallerSize
    return rest == 0 ? first : "\(first) \(rest) \(smaller)"
  }
}
