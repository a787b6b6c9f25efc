/// The cells of a terminal with the hyperlinks (OSC 8) that they carry, as its bytes leave them.
///
/// It knows the sequences that ncurses sends to an `xterm-256color`; what it does not know it
/// notes. Every character is one column wide.
package struct LinkedCells {
  private struct Cell: Hashable {
    var character: Character = " "
    var link = ""
  }

  /// Sequences that it does not know.
  package private(set) var unknown: Set<String> = []
  /// The parameters and the address of the link that is open; empty for none.
  package private(set) var openLink = ""
  private var cells: [[Cell]]
  private let columns: Int
  private var (row, column) = (0, 0)
  /// The position that was saved last.
  private var saved = (row: 0, column: 0)
  /// The rows that scroll.
  private var region: Range<Int>

  /// Takes in bytes as a terminal of a size does.
  package init(_ text: String, columns: Int, rows: Int) {
    self.columns = columns
    region = 0..<rows
    cells = Array(repeating: Array(repeating: Cell(), count: columns), count: rows)
    var rest = Array(text.unicodeScalars)[...]
    while let scalar = rest.popFirst() { take(scalar, &rest) }
  }

  /// What the terminal shows.
  package var lines: [String] { cells.map { String($0.map(\.character)) } }

  /// The linked texts from the top left, each with the parameters and the address of its link.
  package var links: [String] {
    cells.flatMap { row in
      var links: [(text: String, link: String)] = []
      var earlier = ""
      for cell in row {
        if !cell.link.isEmpty, cell.link == earlier {
          links[links.count - 1].text.append(cell.character)
        } else if !cell.link.isEmpty {
          links.append((String(cell.character), cell.link))
        }
        earlier = cell.link
      }
      return links.map { "\($0.text) → \($0.link)" }
    }
  }

  private mutating func take(_ scalar: Unicode.Scalar, _ rest: inout ArraySlice<Unicode.Scalar>) {
    switch scalar {
    case "\u{1B}": takeEscape(&rest)
    case "\r": column = 0
    case "\n":
      if row == region.upperBound - 1 { scroll(by: 1) } else { row = min(row + 1, cells.count - 1) }
    case "\u{08}": column = max(column - 1, 0)
    case "\t": column = min((column / 8 + 1) * 8, columns - 1)
    case "\u{07}", "\u{0F}": break
    default:
      if column == columns { (row, column) = (min(row + 1, cells.count - 1), 0) }
      cells[row][column] = Cell(character: Character(scalar), link: openLink)
      column += 1
    }
  }

  private mutating func takeEscape(_ rest: inout ArraySlice<Unicode.Scalar>) {
    switch rest.popFirst() {
    case "[":
      let parameters = String(String.UnicodeScalarView(rest.prefix { (0x20...0x3F) ~= $0.value }))
      rest = rest.dropFirst(parameters.unicodeScalars.count)
      if let final = rest.popFirst() { control(final, parameters) }
    case "]":
      let text = String(
        String.UnicodeScalarView(rest.prefix { $0 != "\u{07}" && $0 != "\u{1B}" }))
      rest = rest.dropFirst(text.unicodeScalars.count)
      if rest.popFirst() == "\u{1B}" { _ = rest.popFirst() }
      if text.hasPrefix("8;") { openLink = text == "8;;" ? "" : String(text.dropFirst(2)) }
    case "(": _ = rest.popFirst()
    case "M":
      if row == region.lowerBound { scroll(by: -1) } else { row = max(row - 1, 0) }
    case "7": saved = (row, column)
    case "8": (row, column) = saved
    case "=", ">": break
    case let other: unknown.insert("ESC \(other.map(String.init) ?? "")")
    }
  }

  private mutating func control(_ final: Unicode.Scalar, _ parameters: String) {
    let numbers = parameters.split(separator: ";").map { Int($0) ?? 0 }
    let first = max(numbers.first ?? 1, 1)
    column = min(column, columns - (final == "m" ? 0 : 1))
    switch final {
    case "H":
      row = min(first, cells.count) - 1
      column = min(max(numbers.dropFirst().first ?? 1, 1), columns) - 1
    case "G": column = min(first, columns) - 1
    case "d": row = min(first, cells.count) - 1
    case "A": row = max(row - first, 0)
    case "B": row = min(row + first, cells.count - 1)
    case "C": column = min(column + first, columns - 1)
    case "D": column = max(column - first, 0)
    case "K" where numbers.first == 1: erase(row, 0...column)
    case "K": erase(row, column...(columns - 1))
    case "J":
      if (numbers.first ?? 0) == 0 { erase(row, column...(columns - 1)) }
      for row in (numbers.first == 2 ? 0 : row + 1)..<cells.count { erase(row, 0...(columns - 1)) }
    case "X": erase(row, column...min(column + first - 1, columns - 1))
    case "P":
      cells[row].removeSubrange(column..<min(column + first, columns))
      cells[row] += Array(repeating: Cell(), count: columns - cells[row].count)
    case "@":
      cells[row].insert(contentsOf: Array(repeating: Cell(), count: first), at: column)
      cells[row].removeLast(first)
    case "b":
      let repeated = Cell(character: cells[row][max(column - 1, 0)].character, link: openLink)
      for place in column..<min(column + first, columns) { cells[row][place] = repeated }
      column = min(column + first, columns)
    case "r":
      let end = min(numbers.dropFirst().first ?? cells.count, cells.count)
      if first <= end { region = (first - 1)..<end }
      (row, column) = (0, 0)
    case "S": scroll(by: first)
    case "T": scroll(by: -first)
    case "m", "h", "l", "t", "n", "c", "p": break
    default: unknown.insert("CSI \(parameters)\(final)")
    }
  }

  /// Moves the lines of the region up, or down by a negative count.
  private mutating func scroll(by count: Int) {
    let blank = Array(
      repeating: Array(repeating: Cell(), count: columns), count: min(abs(count), region.count))
    if count > 0 {
      cells.removeSubrange(region.prefix(blank.count))
      cells.insert(contentsOf: blank, at: region.upperBound - blank.count)
    } else {
      cells.removeSubrange(region.suffix(blank.count))
      cells.insert(contentsOf: blank, at: region.lowerBound)
    }
  }

  private mutating func erase(_ row: Int, _ columns: ClosedRange<Int>) {
    for column in columns { cells[row][column] = Cell() }
  }
}
