import InboxTOML
import Testing

@Suite struct TOMLErrorTests {
  /// Reads a text with two known keys and says what is wrong.
  private func messages(_ text: String) -> [String] {
    TOMLTable(Sample.rows).messages(text)
  }

  @Test func `a good file has no error`() {
    #expect(messages("color = 'auto'\n[section]\ncount = 9\n[names]\nany.thing = 1") == [])
  }

  @Test func `an unknown key is reported with its position and the nearest known one`() {
    #expect(
      messages("\ncolour = 'auto'\n[section]\n  cuont = 1\nzebra = 2") == [
        "f.toml:2:1: unknown key colour; did you mean 'color'?",
        "f.toml:4:3: unknown key section.cuont; did you mean 'count'?",
        "f.toml:5:1: unknown key section.zebra",
      ])
  }

  @Test func `a key of another program is reported with the one of this meaning`() {
    #expect(
      messages("colours = 'auto'\ncolors = 'auto'\nCOLOR = 'auto'") == [
        "f.toml:1:1: unknown key colours; did you mean 'color'?",
        "f.toml:2:1: unknown key colors; did you mean 'color'?",
        "f.toml:3:1: unknown key COLOR; did you mean 'color'?",
      ])
  }

  @Test func `a wrong type is reported with what was expected`() {
    #expect(
      messages("color = 3\nsection.count = 'x'") == [
        "f.toml:1:9: color is an integer, expected a string",
        "f.toml:2:17: section.count is a string, expected an integer from 0 to 9",
      ])
    #expect(messages("section = 1") == ["f.toml:1:11: section is an integer, expected a table"])
  }

  @Test func `a bad value is reported with what was expected`() {
    #expect(
      messages("color = 'alway'\n[section]\ncount = 10") == [
        "f.toml:1:9: color is \"alway\", expected one of auto, always, never; "
          + "did you mean 'always'?",
        "f.toml:3:9: section.count is 10, expected an integer from 0 to 9",
      ])
  }

  @Test func `syntax errors and wrong values are reported together, in the order of the text`() {
    #expect(
      messages("color = 3\nsection.count 4\ncolour = 1") == [
        "f.toml:1:9: color is an integer, expected a string",
        "f.toml:2:15: syntax error: expected '=' after the key",
        "f.toml:3:1: unknown key colour; did you mean 'color'?",
      ])
  }

  @Test(arguments: ["plain", "", "a \"b\" \\ \n\t\u{1b} é 🎉", "d.ot"])
  func `written keys and strings read back`(text: String) {
    let document = TOMLDocument("\(TOMLText.key(text)) = \(TOMLText.string(text))")
    #expect(document.value(at: TOMLPath().appending(key: text)) == .string(text))
  }
}

/// What a file of two settings is read into.
private struct Sample: TOMLRoot {
  enum Color: String, CaseIterable, Sendable { case auto, always, never }

  var color = Color.auto
  var count = 3

  static let rows: [TOMLRow<Sample>] = [
    .choice("color", \.color, "when colors are used"),
    .integer("section.count", \.count, in: 0...9, "how many"),
    TOMLRow("names", type: "names", subkeys: .any, "names of the user's own") { _, _, _ in },
  ]
}

extension TOMLTable {
  fileprivate func messages(_ text: String) -> [String] {
    var reader = TOMLReader(TOMLDocument(text, file: "f.toml"))
    var root = Root()
    read(&reader, into: &root)
    return reader.errors.map(\.description)
  }
}

@Suite struct TOMLTableTests {
  /// What a file is read into that holds the sample as a part.
  private struct Outer: TOMLRoot {
    var sample = Sample()
  }

  @Test func `rows take type and default from the value that they are for`() {
    #expect(
      Sample.rows.prefix(2).map(\.commented) == [
        "# When colors are used. Takes: auto, always, never.\n# color = \"auto\"\n",
        "# How many. Takes: integer.\n# count = 3\n",
      ])
  }

  @Test func `a template has top-level settings first, then each table below its header`() {
    let rows = [Sample.rows[1], Sample.rows[0]]
    #expect(
      TOMLRow.template(of: rows)
        == "\(rows[1].commented)\n# [section]\n\n\(rows[0].commented)\n")
  }

  @Test func `lifted rows read into the part that they are lifted to`() {
    let table = TOMLTable(Sample.rows.map { $0.lifted(to: \Outer.sample) })
    var reader = TOMLReader(TOMLDocument("color = 'never'\n[section]\ncount = 7"))
    var outer = Outer()
    table.read(&reader, into: &outer)
    #expect(outer.sample.color == .never && outer.sample.count == 7)
    #expect(reader.errors == [])
    #expect(table.rows.map(\.commented) == Sample.rows.map(\.commented))
  }

  @Test func `of very many unknown keys the first are told, and how many more there are`() {
    let text = (0..<50_000).map { "key\($0) = 1\n" }.joined()
    let messages = TOMLTable(Sample.rows).messages(text)
    #expect(messages.count == 21)
    #expect(messages.first == "f.toml:1:1: unknown key key0")
    #expect(messages.last == "f.toml:21:1: 49980 more unknown keys begin here")
  }

  @Test func `a table of a part of a file judges no other keys`() {
    #expect(TOMLTable(Sample.rows, isWhole: false).messages("other = 1\ncolor = 3").count == 1)
  }
}
