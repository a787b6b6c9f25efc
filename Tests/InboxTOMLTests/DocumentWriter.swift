import InboxTOML

/// Writes documents by chance and remembers on which line each key went.
struct DocumentWriter {
  private(set) var text = ""
  private(set) var lines: [TOMLPath: Int] = [:]
  private var line = 1
  private var state: UInt64

  init(seed: UInt64) {
    state = seed &* 0x9e37_79b9_7f4a_7c15 &+ 1
  }

  /// Some tables, each with some pairs of every sort.
  mutating func write(tables: Int) {
    for table in 0..<tables {
      let path = TOMLPath().appending(key: key("t\(table)"))
      add(noise())
      lines[path] = line
      add("[\(path)]\(noise().isEmpty ? "" : " # [c]")\n")
      for pair in 0..<chance(6) { write(pair: pair, in: path) }
    }
  }

  private mutating func write(pair: Int, in table: TOMLPath) {
    add(noise())
    let name = key("k\(pair)")
    let path = table.appending(key: name)
    lines[path] = line
    add("\(TOMLText.key(name)) = ")
    switch chance(6) {
    case 0: add("\"a # b ] } \\\" [x]\"")
    case 1: add("\"\"\"\n[x]\n\"two\" = 2\n\"\"\"")
    case 2: add("'''\nk = 1\\'''")
    case 3: list(at: path)
    case 4:
      lines[path.appending(key: "in.ner")] = line
      add("{ \"in.ner\" = [1, 2], b.c = '}' }")
      lines[path.appending(key: "b").appending(key: "c")] = line
    default: add("1979-05-27 07:32:00 # time")
    }
    add("\n")
  }

  private mutating func list(at path: TOMLPath) {
    add("[")
    for index in 0..<chance(4) {
      if chance(2) == 0 { add("\n  # ] comment\n  ") }
      lines[path.appending(index: index)] = line
      add("\"v,]\",")
    }
    add("]")
  }

  private mutating func key(_ name: String) -> String {
    [name, name + ".x", name + " é", "\"" + name][chance(4)]
  }

  private mutating func noise() -> String {
    ["", "\n", "# [note]\n", "  \t\n"][chance(4)]
  }

  private mutating func add(_ more: String) {
    text += more
    line += more.count { $0 == "\n" }
  }

  private mutating func chance(_ limit: Int) -> Int {
    state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
    return Int(state >> 33) % limit
  }
}
