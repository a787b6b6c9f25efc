/// What is explained and its explanation.
struct HelpRow {
  /// A key or a mark, made printable.
  var term: String
  /// What it does or means.
  var text: String

  init(_ term: String, _ text: String) {
    self.term = term.printable()
    self.text = text
  }
}
