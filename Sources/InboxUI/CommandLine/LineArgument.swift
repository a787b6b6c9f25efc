/// What stands behind the name of a command, and where.
struct LineArgument: Sendable, Hashable {
  /// The text, without the blanks around it.
  var text: String
  /// Its first character, from 1, as problems tell it.
  var column: Int

  /// Takes what stands behind so many characters of a line.
  init(of line: String, behind count: Int) {
    let rest = line.dropFirst(count)
    let blanks = rest.prefix { $0 == " " }.count
    text = String(rest.dropFirst(blanks).reversed().drop { $0 == " " }.reversed())
    column = count + blanks + 1
  }
}
