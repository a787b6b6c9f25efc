/// The lines that were accepted in this session, by kind.
struct PromptHistory: Sendable, Hashable {
  /// Most lines of a kind that are remembered.
  private static let limit = 100

  private var lines: [PromptState.Kind: [String]] = [:]

  /// The lines of a kind, the last one last.
  func lines(of kind: PromptState.Kind) -> [String] {
    lines[kind] ?? []
  }

  /// Remembers a line that was accepted; the same one is remembered once.
  mutating func remember(_ prompt: PromptState) {
    guard !prompt.text.isEmpty else { return }
    let kind = prompt.purpose.kind
    let others = lines(of: kind).filter { $0 != prompt.text }
    lines[kind] = others.suffix(Self.limit - 1) + [prompt.text]
  }
}

/// Lines that were being typed when a deep link covered their screens.
struct HeldPrompts: Sendable {
  private var held: [(prompt: PromptState, depth: Int)] = []

  /// Keeps a line for when its screen is back; `depth` is how many screens there are.
  mutating func hold(_ prompt: PromptState, depth: Int) {
    held.append((prompt, depth))
  }

  /// The line of the screen that is on top again; those of screens that are gone are forgotten.
  mutating func resume(depth: Int) -> PromptState? {
    held.removeAll { $0.depth > depth }
    guard held.last?.depth == depth else { return nil }
    return held.removeLast().prompt
  }
}
