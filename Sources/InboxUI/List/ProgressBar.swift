import InboxText

/// A progress bar in text.
enum ProgressBar {
  /// The bar, followed by the percentage.
  static func text(_ percent: Int, cells: Int) -> String {
    let percent = min(max(percent, 0), 100)
    let halves = (percent * cells * 2 + 50) / 100
    let line = String(repeating: "━", count: halves / 2) + (halves % 2 == 1 ? "╸" : "")
    return line + String(repeating: "─", count: cells - (halves + 1) / 2) + " \(percent) %"
  }
}
