/// One choice of a menu.
struct MenuItem: Sendable, Hashable {
  /// What a person reads.
  var label: String
  /// The character that takes it at once; it wins over keys that move the cursor.
  var key: Character?
  /// What more there is to say, at the right end of its line.
  var detail: String
  /// Whether it is how things are at present.
  var isTicked: Bool
  /// What taking it does.
  var choice: MenuChoice

  /// Makes a choice.
  ///
  /// - Parameters:
  ///   - label: What a person reads; text from outside is made printable when drawn.
  ///   - key: The character that takes it at once; without one the menu gives it a digit.
  ///   - detail: What more there is to say; it goes first where columns are few.
  ///   - isTicked: Whether it is how things are at present.
  ///   - choice: What taking it does.
  init(
    _ label: String, key: Character? = nil, detail: String = "", isTicked: Bool = false,
    choice: MenuChoice
  ) {
    self.label = label
    self.key = key
    self.detail = detail
    self.isTicked = isTicked
    self.choice = choice
  }
}
