import InboxUI

extension [Line] {
  /// The text of each line, without blanks at its end.
  var texts: [String] {
    map { line in
      let text = line.spans.map(\.text).joined()
      return String(text.reversed().drop { $0 == " " }.reversed())
    }
  }

  /// The pieces that mean something, in the order of the screen.
  func texts(of role: Role) -> [String] {
    flatMap(\.spans).filter { $0.roles.contains(RoleSet(role)) }.map(\.text)
  }
}
