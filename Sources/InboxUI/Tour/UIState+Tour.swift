import InboxText

extension UIState {
  /// Takes a key in on the way through the tour.
  ///
  /// - Returns: Whether it did nothing but end the tour.
  mutating func followTour(_ key: Key, after earlier: [Key]) -> Bool {
    guard tour != nil, context == context(of: screen) else { return false }
    if isCancel(key), earlier.isEmpty, interaction.pendingCount == nil {
      tour = nil
      return true
    }
    guard case .bound(.command(let command)) = keymap.meaning(of: earlier + [key], in: context)
    else { return false }
    let steps = tourSteps
    if tour?.follow(command, in: steps) == false { tour = nil }
    return false
  }

  /// The present step of the tour; nil without one, or while something lies over the screen.
  var tourLine: Line? {
    guard let tour, context == context(of: screen) else { return nil }
    let steps = tourSteps
    guard steps.indices.contains(tour.place) else { return nil }
    let roles = RoleSet(.status)
    let step = steps[tour.place]
    guard let (key, texts) = keyAndTexts(of: step) else { return nil }
    let number = "\(tour.place + 1)/\(steps.count)"
    let end = "Esc ends the tour"
    let columns = areas.columns - 2
    let forms = [("Tour \(number)", texts[0], end), (number, texts[0], ""), (number, texts[1], "")]
    func width(_ form: (String, String, String)) -> Int {
      form.0.columns + key.columns + form.1.columns + 4
        + (form.2.isEmpty ? 0 : form.2.columns + BarLine.gap)
    }
    let form = forms.first { width($0) <= columns } ?? forms[2]
    let spans = [
      Span(form.0, roles: roles.union(RoleSet(.prompt))), .blank(2, roles: roles),
      Span(key, roles: roles.union(RoleSet(.helpKey))), .blank(1, roles: roles),
      Span(form.1, roles: roles),
    ]
    return BarLine.line(spans, right: form.2, columns: areas.columns, roles: roles)
  }

  /// The steps for which there are keys.
  private var tourSteps: [Tour.Step] { Tour.steps.filter { $0.hasKey(in: keymap) } }

  /// The key of a step and what it does, long and short; from other screens the way back first.
  private func keyAndTexts(of step: Tour.Step) -> (key: String, texts: [String])? {
    guard screen != .list else {
      let names = step.commands.flatMap { keymap.names(of: $0, in: context) }
      return names.first.map { ($0, [step.text, step.shortText]) }
    }
    let key = keymap.names(of: .reading(.close), in: context).first
    return key.map { ($0, ["goes back to the list", "back"]) }
  }
}
