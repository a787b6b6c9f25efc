import BellboardSupport
import Foundation
import InboxSettings
import InboxText
import InboxUI

/// The questions of setup as lines, in their order.
struct SetupQuestions {
  let facts: SetupFacts
  let dialog: SetupDialog
  /// The color depth of the terminal; nil if it has no escape sequences.
  let depth: ColorDepth?

  /// Asks all questions and records the answers.
  ///
  /// - Throws: ``SetupError``.
  func ask(_ choices: inout SetupChoices) throws {
    try askTheme(&choices)
    choices.density = try ask("Density", choices.density)
    choices.keys = try ask("Keys as in", choices.keys)
    for source in SetupSource.offered(facts) {
      if source.isSettled(facts) {
        try dialog.write("\(source.texts(facts).title): set up already.")
      } else {
        try ask(source, &choices)
      }
    }
  }

  /// Asks the question of a source.
  private func ask(_ source: SetupSource, _ choices: inout SetupChoices) throws {
    let question = source.texts(facts).question
    switch source.answer {
    case .yesOrNo(let path):
      choices[keyPath: path] = try dialog.isWanted(question, usual: choices[keyPath: path])
    case .word(let words, let path):
      choices[keyPath: path] = try askOne(of: words, question, usual: choices[keyPath: path])
    case .topics: choices.topics = try askTopics(question)
    }
  }

  private func askTheme(_ choices: inout SetupChoices) throws {
    let themes = facts.themes
    guard let current = themes.first(where: { $0.name == choices.theme })?.label else { return }
    let names = themes.map(\.label)
    try dialog.output.line("Themes:")
    for line in numbered(names) { try dialog.output.line("  " + line) }
    while true {
      let answer = try dialog.text("Theme, by number or name?", usual: current) { answer in
        let name = Self.choice(answer, of: names)
        guard let theme = themes.first(where: { $0.label == name }) else {
          return "there is no theme '\(name)'"
            + NearestName.hint(NearestName.nearest(to: name, in: names))
        }
        return theme.problem
      }
      let name = Self.choice(answer, of: names)
      guard name != current, let chosen = themes.first(where: { $0.label == name }),
        let theme = chosen.theme
      else { return }
      for line in preview(of: theme) { try dialog.output.line("  " + line) }
      guard try dialog.isWanted("Use \(name.printable())?", usual: true) else { continue }
      choices.theme = chosen.name
      return
    }
  }

  /// Lays out names with their numbers in aligned columns.
  private func numbered(_ names: [String]) -> [String] {
    let width = (dialog.output.columns ?? 80) - 2
    let digits = "\(names.count)".count
    let cells = names.enumerated().map { index, name in
      let number = "\(index + 1)"
      return String.blanks(digits - number.count) + number + " " + name.printable()
    }
    let longest = cells.map(\.columns).max() ?? 0
    let perLine = max((width + 3) / (longest + 3), 1)
    return stride(from: 0, to: cells.count, by: perLine).map { start in
      let line = cells[start...].prefix(perLine)
      let padded = line.dropLast().map { TextLayout.pad($0, columns: longest) }
      return (padded + line.suffix(1)).joined(separator: "   ")
    }
  }

  /// Parses an answer: a name, or its number.
  private static func choice(_ answer: String, of names: [String]) -> String {
    guard let number = Int(answer), names.indices.contains(number - 1) else { return answer }
    return names[number - 1]
  }

  private func preview(of theme: Theme) -> [String] {
    let columns = (dialog.output.columns ?? 80) - 2
    return SampleInbox.preview(
      of: theme, columns: columns, depth: depth, at: Date())
  }

  /// Asks for one of the values of a setting.
  private func ask<Value: CaseIterable & RawRepresentable<String>>(
    _ question: String, _ current: Value
  ) throws -> Value {
    let names = Value.allCases.map(\.rawValue)
    let line = "\(question): \(names.joined(separator: ", "))?"
    return Value(rawValue: try askOne(of: names, line, usual: current.rawValue)) ?? current
  }

  /// Asks to choose one of several names.
  private func askOne(of names: [String], _ question: String, usual: String) throws -> String {
    try dialog.text(question, usual: usual) { name in
      names.contains(name)
        ? nil : "there is no '\(name)'\(NearestName.hint(NearestName.nearest(to: name, in: names)))"
    }
  }

  private func askTopics(_ question: String) throws -> String {
    for line in SetupSource.known(facts) { try dialog.write(line) }
    let answer = try dialog.text(question, usual: "none") { answer in
      answer == "none" ? nil : SetupTopics(answer, beside: facts.receiving.ntfy).complaint
    }
    return answer == "none" ? "" : SetupTopics(answer, beside: facts.receiving.ntfy).text
  }
}

/// Asks the user questions on the terminal, each answered by one line.
struct SetupDialog {
  /// The output that questions are printed to.
  let output: StandardOutput

  /// Writes a text, wrapped to the terminal's width.
  func write(_ text: String) throws {
    let width = output.columns ?? 80
    for line in TextLayout.wrap(text.printable(), width: width, lines: .max) {
      try output.line(line)
    }
  }

  /// Asks until `complaint` has no error in the trimmed answer; Enter selects `usual`.
  func text(
    _ question: String, usual: String, complaint: (String) -> String? = { _ in nil }
  ) throws -> String {
    while true {
      let answer = try line(question, "[\(usual.printable())] ")
      guard !answer.isEmpty else { return usual }
      guard let problem = complaint(answer) else { return answer }
      try output.line("  \(problem.printable())")
    }
  }

  func isWanted(_ question: String, usual: Bool) throws -> Bool {
    while true {
      switch try line(question, usual ? "[Y/n] " : "[y/N] ").lowercased() {
      case "": return usual
      case "y", "yes": return true
      case "n", "no": return false
      default: try output.line("  y or n, please")
      }
    }
  }

  /// Prints a question and its default, and reads a line.
  private func line(_ question: String, _ usual: String) throws -> String {
    let width = max((output.columns ?? 80) - usual.columns - 2, 20)
    let lines = TextLayout.wrap(question.printable(), width: width, lines: .max)
    for line in lines.dropLast() { try output.line(line) }
    try output.write("\(lines.last ?? "") \(usual)")
    try output.flush()
    guard let line = readLine() else {
      try output.line("")
      throw Failure("the input ended; nothing was changed")
    }
    return line.trimmingCharacters(in: .whitespaces)
  }
}
