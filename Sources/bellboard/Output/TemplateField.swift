import Foundation

/// A field that a template can name.
struct TemplateField<Subject>: Sendable {
  /// The name, as JSON has it.
  let name: String
  /// The text for a thing; empty when it has none.
  let text: @Sendable (Subject) -> String
  /// Whether there is something to say: a text, a number that is not 0, a truth.
  let saysSomething: @Sendable (Subject) -> Bool

  /// Makes a field of a text, which says something unless it is empty or missing.
  init(name: String, text: @escaping @Sendable (Subject) -> String?) {
    self.name = name
    self.text = { text($0) ?? "" }
    saysSomething = { text($0)?.isEmpty == false }
  }

  /// Makes a field of a number, which says something unless it is 0.
  init(name: String, number: @escaping @Sendable (Subject) -> Int) {
    self.name = name
    text = { String(number($0)) }
    saysSomething = { number($0) != 0 }
  }

  /// Makes a field of a truth, which says something when it holds.
  init(name: String, truth: @escaping @Sendable (Subject) -> Bool) {
    self.name = name
    text = { String(truth($0)) }
    saysSomething = truth
  }
}
