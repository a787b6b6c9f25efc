import InboxText

/// A bar of text for how far something has come.
enum ProgressBar {
  /// The bar and the percentage behind it.
  static func text(_ percent: Int, cells: Int) -> String {
    let percent = min(max(percent, 0), 100)
    let full = (percent * cells + 50) / 100
    return String(repeating: "▓", count: full) + String(repeating: "░", count: cells - full)
      + " \(percent) %"
  }
}
