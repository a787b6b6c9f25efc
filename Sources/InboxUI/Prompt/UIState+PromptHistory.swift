extension UIState {
  /// Most lines of a kind that are remembered.
  private static let historyLimit = 100

  /// Remembers a line that was accepted; the same one is remembered once.
  mutating func remember(_ prompt: PromptState) {
    guard !prompt.text.isEmpty else { return }
    var lines = promptHistory[prompt.purpose.kind] ?? []
    lines.removeAll { $0 == prompt.text }
    promptHistory[prompt.purpose.kind] = lines.suffix(Self.historyLimit - 1) + [prompt.text]
  }

  /// Puts an earlier or a later line of the same kind into the prompt.
  mutating func recall(by step: Int) {
    guard let prompt else { return }
    let lines = promptHistory[prompt.purpose.kind] ?? []
    let place = (prompt.recalled ?? lines.count) + step
    guard (0...lines.count).contains(place) else { return }
    self.prompt?.recall(place == lines.count ? nil : place, of: lines)
  }
}
