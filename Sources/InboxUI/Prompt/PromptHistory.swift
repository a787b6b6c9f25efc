/// The history of accepted lines in this session, by kind.
struct PromptHistory: Sendable, Hashable {
  /// Maximum number of lines of a kind.
  private static let limit = 100

  private var lines: [PromptState.Kind: [String]] = [:]

  /// The lines of a kind, oldest first.
  func lines(of kind: PromptState.Kind) -> [String] {
    lines[kind] ?? []
  }

  /// Appends an accepted line, and removes its earlier duplicate.
  mutating func remember(_ prompt: PromptState) {
    guard !prompt.text.isEmpty else { return }
    let kind = prompt.purpose.kind
    let others = lines(of: kind).filter { $0 != prompt.text }
    lines[kind] = others.suffix(Self.limit - 1) + [prompt.text]
  }
}
