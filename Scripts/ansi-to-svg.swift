// Turns a captured terminal screen (text with SGR sequences, on standard input) into an SVG.
//
//   tmux capture-pane -e -p | ansi-to-svg COLUMNS ROWS [light] > screen.svg
//
// Several screens become one animated SVG that begins again at its end: a line with a form feed and
// a number comes before each, and the screen stays for so many seconds.

/// How a cell looks.
struct Look: Hashable {
  var foreground: String?
  var background: String?
  var isBold = false
  var isDim = false
  var isItalic = false
  var isUnderlined = false
  var isReversed = false
}

/// A piece of a line in one look.
struct Run {
  var text: String
  var column: Int
  var columns: Int
  var look: Look
}

let isLight = CommandLine.arguments.dropFirst(3).first == "light"
let columns = Int(CommandLine.arguments.dropFirst().first ?? "") ?? 100
let rows = Int(CommandLine.arguments.dropFirst(2).first ?? "") ?? 30
let cell = (width: 8.4, height: 18.0)
let page = (
  foreground: isLight ? "#24292f" : "#d8dee9", background: isLight ? "#ffffff" : "#14161b"
)
let palette =
  isLight
  ? [
    "#24292f", "#cf222e", "#116329", "#7d4e00", "#0550ae", "#8250df", "#1b7c83", "#6e7781",
    "#57606a", "#a40e26", "#1a7f37", "#633c01", "#0969da", "#6639ba", "#3192aa", "#8c959f",
  ]
  : [
    "#1d2026", "#e06c75", "#98c379", "#e5c07b", "#61afef", "#c678dd", "#56b6c2", "#abb2bf",
    "#7f8693", "#f08a92", "#b5e08f", "#f2d59b", "#8cc8ff", "#dd9bee", "#7fd4de", "#ffffff",
  ]

/// The color of a place in the 256-color palette.
func indexed(_ index: Int) -> String {
  if index < 16 { return palette[index] }
  func hex(_ values: [Int]) -> String {
    "#" + values.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }
  if index >= 232 { return hex(Array(repeating: 8 + (index - 232) * 10, count: 3)) }
  let steps = [0, 95, 135, 175, 215, 255]
  let place = index - 16
  return hex([steps[place / 36], steps[place / 6 % 6], steps[place % 6]])
}

/// Columns that a character takes.
func width(of character: Character) -> Int {
  guard let scalar = character.unicodeScalars.first else { return 0 }
  let wide: [ClosedRange<UInt32>] = [
    0x1100...0x115F, 0x231A...0x231B, 0x23E9...0x23EC, 0x23F0...0x23F0, 0x23F3...0x23F3,
    0x25FD...0x25FE, 0x2614...0x2615, 0x26A1...0x26A1, 0x2705...0x2705, 0x2728...0x2728,
    0x274C...0x274C, 0x2E80...0xA4CF,
    0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60, 0x1F300...0x1F64F,
    0x1F680...0x1F6FF, 0x1F900...0x1FAFF, 0x20000...0x3FFFD,
  ]
  return wide.contains { $0.contains(scalar.value) } ? 2 : 1
}

/// Applies the numbers of one SGR sequence.
func apply(_ codes: [Int], to look: inout Look) {
  var rest = codes.isEmpty ? [0] : codes[...].map { $0 }
  while !rest.isEmpty {
    let code = rest.removeFirst()
    switch code {
    case 0: look = Look()
    case 1: look.isBold = true
    case 2: look.isDim = true
    case 3: look.isItalic = true
    case 4: look.isUnderlined = true
    case 7: look.isReversed = true
    case 22: (look.isBold, look.isDim) = (false, false)
    case 23: look.isItalic = false
    case 24: look.isUnderlined = false
    case 27: look.isReversed = false
    case 30...37: look.foreground = palette[code - 30]
    case 39: look.foreground = nil
    case 40...47: look.background = palette[code - 40]
    case 49: look.background = nil
    case 90...97: look.foreground = palette[code - 82]
    case 100...107: look.background = palette[code - 92]
    case 38, 48:
      guard let color = extended(&rest) else { return }
      if code == 38 { look.foreground = color } else { look.background = color }
    default: break
    }
  }
}

/// Takes the rest of an extended color off the front of `codes`.
func extended(_ codes: inout [Int]) -> String? {
  guard let kind = codes.first else { return nil }
  if kind == 5, codes.count >= 2 {
    defer { codes.removeFirst(2) }
    return indexed(codes[1])
  }
  guard kind == 2, codes.count >= 4 else { return nil }
  defer { codes.removeFirst(4) }
  return "#" + codes[1...3].map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
}

/// Cuts a line into runs of one look; the look goes on from line to line.
func runs(of line: String, look: inout Look) -> [Run] {
  var runs: [Run] = []
  var column = 0
  var rest = Substring(line)
  while let character = rest.popFirst() {
    if character == "\u{1B}" {
      guard rest.popFirst() == "[" else { continue }
      let parameters = rest.prefix { !$0.isLetter }
      rest = rest.dropFirst(parameters.count)
      if rest.popFirst() == "m" {
        apply(parameters.split(separator: ";").compactMap { Int($0) }, to: &look)
      }
      continue
    }
    let taken = width(of: character)
    if taken == 1, var last = runs.last, last.look == look, last.columns == last.text.count {
      last.text.append(character)
      last.columns += taken
      runs[runs.count - 1] = last
    } else {
      runs.append(Run(text: String(character), column: column, columns: taken, look: look))
    }
    column += taken
  }
  return runs
}

/// Text with what XML reserves written out.
func escaped(_ text: String) -> String {
  text.map { ["&": "&amp;", "<": "&lt;", ">": "&gt;"][$0] ?? String($0) }.joined()
}

/// The colors of a run, exchanged when it is reversed.
func colors(of run: Run) -> (ink: String, paper: String?) {
  let (ink, paper) = (run.look.foreground, run.look.background)
  guard run.look.isReversed else { return (ink ?? page.foreground, paper) }
  return (paper ?? page.background, ink ?? page.foreground)
}

/// What lies behind a run.
func ground(of run: Run, row: Int) -> String {
  guard let paper = colors(of: run).paper else { return "" }
  let x = Double(run.column) * cell.width
  let size = "width=\"\(Double(run.columns) * cell.width + 0.3)\" height=\"\(cell.height)\""
  // Crisp edges: no line of the page shows between two rows.
  return "<rect x=\"\(x)\" y=\"\(Double(row) * cell.height)\" \(size) fill=\"\(paper)\" "
    + "shape-rendering=\"crispEdges\"/>"
}

/// The text of a run.
func text(of run: Run, row: Int) -> String {
  guard run.text.contains(where: { $0 != " " }) else { return "" }
  let extent = Double(run.columns) * cell.width
  let place = "x=\"\(Double(run.column) * cell.width)\" y=\"\(Double(row) * cell.height + 13.5)\""
  var attributes = " fill=\"\(colors(of: run).ink)\""
  if run.look.isBold { attributes += " font-weight=\"bold\"" }
  if run.look.isItalic { attributes += " font-style=\"italic\"" }
  if run.look.isUnderlined { attributes += " text-decoration=\"underline\"" }
  if run.look.isDim { attributes += " opacity=\"0.65\"" }
  return "<text \(place) textLength=\"\(extent)\" lengthAdjust=\"spacingAndGlyphs\"\(attributes)>"
    + "\(escaped(run.text))</text>"
}

/// A screen and for how many seconds it is shown.
struct Shot {
  var seconds: Double
  var rows: [String] = []
}

/// The captured screens, each row drawn.
func shots() -> [Shot] {
  var shots: [Shot] = []
  var look = Look()
  while let line = readLine() {
    if line.hasPrefix("\u{0C}") {
      shots.append(Shot(seconds: Double(line.dropFirst()) ?? 1))
      look = Look()
      continue
    }
    if shots.isEmpty { shots.append(Shot(seconds: 1)) }
    let row = shots[shots.count - 1].rows.count
    guard row < rows else { continue }
    let runs = runs(of: line, look: &look)
    shots[shots.count - 1].rows.append(
      runs.map { ground(of: $0, row: row) }.joined() + runs.map { text(of: $0, row: row) }.joined())
  }
  return shots
}

/// The rule that shows something in some of the screens and hides it in the others.
func animation(named name: String, _ isShown: [Bool], _ shots: [Shot]) -> String {
  let length = shots.map(\.seconds).reduce(0, +)
  var begun = 0.0
  var steps = ""
  for (shot, isShown) in zip(shots, isShown) {
    steps += "\(begun / length * 100)% { visibility: \(isShown ? "visible" : "hidden") } "
    begun += shot.seconds
  }
  return "@keyframes \(name) { \(steps)} "
    + ".\(name) { animation: \(name) \(length)s step-end infinite; "
    + "visibility: \(isShown.last == true ? "visible" : "hidden") }"
}

let margin = 14.0
let extent = (
  width: Double(columns) * cell.width + 2 * margin, height: Double(rows) * cell.height + 2 * margin
)
let all = shots()
var names: [[Bool]: String] = [:]
var drawn: [String] = []
for row in 0..<rows {
  let looks = all.map { row < $0.rows.count ? $0.rows[row] : "" }
  var seen: Set<String> = []
  for look in looks where !look.isEmpty && seen.insert(look).inserted {
    let isShown = looks.map { $0 == look }
    guard isShown.contains(false) else {
      drawn.append(look)
      continue
    }
    let name = names[isShown] ?? "s\(names.count)"
    names[isShown] = name
    drawn.append("<g class=\"\(name)\">\(look)</g>")
  }
}
let rules = names.sorted { $0.value < $1.value }.map { animation(named: $1, $0, all) }
print(
  """
  <svg xmlns="http://www.w3.org/2000/svg" width="\(extent.width)" height="\(extent.height)" \
  viewBox="0 0 \(extent.width) \(extent.height)" xml:space="preserve">
  <style>text { font-family: ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace; \
  font-size: 14px; white-space: pre; }
  \(rules.joined(separator: "\n"))
  </style>
  <rect width="100%" height="100%" rx="8" fill="\(page.background)"/>
  <g transform="translate(\(margin) \(margin))">
  \(drawn.joined(separator: "\n"))
  </g>
  </svg>
  """)
