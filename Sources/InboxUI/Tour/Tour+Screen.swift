import InboxText

extension Tour {
  /// Moves on when a key means what the present step is about.
  ///
  /// - Returns: Whether steps are left.
  mutating func handle(_ keys: [Key], in context: PartContext) -> Bool {
    let keymap = context.environment.keymap
    guard case .bound(.command(let command)) = keymap.meaning(of: keys, in: context.keys) else {
      return true
    }
    return follow(command, in: Self.steps(with: keymap))
  }

  /// The line of the present step; nil where it has no key.
  ///
  /// - Parameters:
  ///   - context: What the tour sees of the screen.
  ///   - isOnList: Whether the list is on top; from other screens the way back comes first.
  ///   - isEndedByBack: Whether Esc ends the tour, as it would do nothing else.
  ///   - columns: Width of the screen.
  /// - Returns: One line, or nil.
  func line(
    in context: PartContext, isOnList: Bool, isEndedByBack: Bool, columns: Int
  ) -> Line? {
    let steps = Self.steps(with: context.environment.keymap)
    guard steps.indices.contains(place) else { return nil }
    let roles = RoleSet(.status)
    guard let (key, texts) = Self.keyAndTexts(of: steps[place], in: context, isOnList) else {
      return nil
    }
    let number = "\(number(isOnList: isOnList, in: steps))/\(steps.count)"
    let end = isEndedByBack ? "Esc ends the tour" : ""
    let forms = [("Tour \(number)", texts[0], end), (number, texts[0], ""), (number, texts[1], "")]
    func width(_ form: (String, String, String)) -> Int {
      form.0.columns + key.columns + form.1.columns + 4
        + (form.2.isEmpty ? 0 : form.2.columns + BarLine.gap)
    }
    let form = forms.first { width($0) <= columns - 2 } ?? forms[2]
    let spans = [
      Span(form.0, roles: roles.union(RoleSet(.prompt))), .blank(2, roles: roles),
      Span(key, roles: roles.union(RoleSet(.helpKey))), .blank(1, roles: roles),
      Span(form.1, roles: roles),
    ]
    return BarLine.line(spans, right: form.2, columns: columns, roles: roles)
  }

  /// The steps for which a list has keys.
  private static func steps(with keymap: Keymap) -> [Step] {
    steps.filter { $0.commands.contains { !keymap.names(of: $0, in: .list).isEmpty } }
  }

  /// The key of a step and what it does, long and short.
  private static func keyAndTexts(
    of step: Step, in context: PartContext, _ isOnList: Bool
  ) -> (key: String, texts: [String])? {
    guard isOnList else {
      return context.key(of: .reading(.close)).map { ($0, ["goes back to the list", "back"]) }
    }
    let key = step.commands.lazy.compactMap { context.key(of: $0) }.first
    return key.map { ($0, [step.text, step.shortText]) }
  }
}
