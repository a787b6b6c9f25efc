import Testing

@testable import InboxTOML

@Suite("changing values of a text") struct TOMLEditTests {
  /// A text, a path, its new value, and the text then.
  private static let edits = [
    ["", "alerts.desktop", "\"auto\"", "[alerts]\ndesktop = \"auto\"\n"],
    ["", "theme", "\"b\"", "theme = \"b\"\n"],
  ]

  @Test(arguments: rows(of: "edits") + edits)
  func `a value is set where it belongs, and the rest stays`(_ row: [String]) {
    var edit = TOMLEdit(row[0])
    let isSet = edit.set(TOMLPath(row[1]), to: row[2])
    #expect(isSet && edit.text == row[3])
  }

  @Test(arguments: [
    ("theme = [", "theme", "\"b\""), ("http = 1\n", "http.enabled", "false"),
    ("http = { rate = 1 }\n", "http.enabled", "false"),
    ("columns = [\n'glyph',\n'marks',\n]\n", "columns", "[\"time\"]"),
  ])
  func `a text that leaves no way is not changed`(
    _ text: String, _ path: String, _ value: String
  ) {
    var edit = TOMLEdit(text)
    let isSet = edit.set(TOMLPath(path), to: value)
    #expect(!isSet)
    #expect(edit.text == text)
  }

  @Test func `lines are added behind a blank one`() {
    for (text, result) in [
      ("", "[[a]]\n"), ("x = 1", "x = 1\n\n[[a]]\n"), ("x = 1\n", "x = 1\n\n[[a]]\n"),
      ("x = 1\r\n", "x = 1\r\n\r\n[[a]]\r\n"),
      ("x = 1\r\ny = 2", "x = 1\r\ny = 2\r\n\r\n[[a]]\r\n"),
    ] {
      var edit = TOMLEdit(text)
      edit.append("[[a]]")
      #expect(Array(edit.text.utf8) == Array(result.utf8))
    }
    var edit = TOMLEdit("x = 1\r\n")
    edit.append("[[a]]\nb = 1\n")
    #expect(Array(edit.text.utf8) == Array("x = 1\r\n\r\n[[a]]\r\nb = 1\r\n".utf8))
  }

  @Test(arguments: ["", "x = 1\n", "x = 1\r\n", "[[a]]\nb = 1\n"])
  func `lines that were added are removed, and no others`(_ text: String) {
    var edit = TOMLEdit(text)
    edit.append("# c\n[[a]]\nb = 2\n")
    edit.append("[t]\n")
    let tables = ["# c\n[[a]]\nb = 3\n", "# c\n[[a]]\nb = 2\n", "[t]\n", "[t]\n"]
    let removed = tables.map { edit.remove($0) }
    #expect(removed == [false, true, true, false])
    #expect(Array(edit.text.utf8) == Array(text.utf8))
  }

  @Test(arguments: [
    ("drop = true", false), ("\n# c\nx = 1", false), ("# c\n\n[t]", true), ("", true),
  ])
  func `a table to which more was added is not removed`(more: String, isRemoved: Bool) {
    var edit = TOMLEdit("[[a]]\nb = 1\n\n[[a]]\nb = 2\n" + more)
    let found = edit.remove("[[a]]\nb = 2\n")
    #expect(found == isRemoved)
    #expect(edit.text.hasSuffix("b = 2\n" + more) == !isRemoved)
  }

  @Test func `lines that end with a carriage return keep their ends`() {
    let text = """
      keys = "mutt"
      sort = "oldest"
      # about theme
      # density = "comfortable"
      [http]
      enabled = true # mine
      # keep me
      """
    let result = """
      keys = "vim"
      sort = "oldest"
      theme = "nord"
      # about theme
      density = "compact"
      [http]
      rate = 2
      enabled = false # mine
      # keep me
      """
    func ended(_ text: String) -> [UInt8] { Array(text.replacing("\n", with: "\r\n").utf8) }
    for end in ["", "\n"] {
      var edit = TOMLEdit(String(decoding: ended(text + end), as: UTF8.self))
      for (path, value) in [
        ("theme", "\"nord\""), ("keys", "\"vim\""), ("http.enabled", "false"),
        ("density", "\"compact\""), ("http.rate", "2"),
      ] {
        let isSet = edit.set(TOMLPath(path), to: value)
        #expect(isSet, "\(path)")
      }
      #expect(Array(edit.text.utf8) == ended(result + end))
    }
  }

  @Test func `a new line ends as the first one where the ends differ`() {
    var edit = TOMLEdit("a = 1\nb = 2\r\n[t]\r\nx = 1\n")
    #expect(edit.set("b", to: "3") && edit.set("t.y", to: "4"))
    #expect(Array(edit.text.utf8) == Array("a = 1\nb = 3\r\n[t]\r\ny = 4\nx = 1\n".utf8))
  }
}
