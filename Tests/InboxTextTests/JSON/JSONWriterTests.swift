import InboxText
import Testing

struct JSONWriterTests {
  @Test(
    arguments: [
      (.null, "null"), (.bool(true), "true"), (.integer(.min), "-9223372036854775808"),
      (.number(0.1), "0.1"), (.number(1e300), "1e+300"), (.number(.nan), "null"),
      ("a\"\\\n\r\t", #""a\"\\\n\r\t""#), ("é 👩‍🚀", "\"é 👩‍🚀\""),
      (.array([.integer(1), "x", .array([])]), #"[1,"x",[]]"#),
      (
        .object(["b": .object(["y": .null, "x": .null]), "a": .integer(1)]),
        #"{"a":1,"b":{"x":null,"y":null}}"#
      ),
    ] as [(JSONValue, String)])
  func `every kind of value is written, keys in order`(value: JSONValue, expected: String) {
    #expect(value.json == expected)
  }

  @Test(arguments: [
    "\0", "\u{1b}", "\u{7f}", "\u{80}", "\u{9b}", "\u{61c}", "\u{200f}", "\u{2028}", "\u{202e}",
    "\u{2066}",
  ])
  func `what a terminal would obey is escaped and comes back`(scalar: String) throws {
    let written = JSONValue.string("a\(scalar)b").json
    #expect(written.utf8.allSatisfy { (0x20..<0x7F).contains($0) })
    #expect(try JSONValue(json: written) == .string("a\(scalar)b"))
  }

  @Test(arguments: ["£", "‘quoted’", "Ø", "ؠ", "\u{A0}", "\u{200D}"])
  func `printable neighbours of what is escaped stay as they are`(text: String) {
    #expect(JSONValue.string(text).json == "\"\(text)\"")
  }

  @Test func `control characters are kept where asked, and come back`() throws {
    let value = JSONValue.object(["a\t": "x\"\\\n\u{1b}\u{7f}\u{202e}\0y"])
    var writer = JSONWriter()
    writer.keepsControls = true
    writer.write(value)
    #expect(writer.text == "{\"a\t\":\"x\\\"\\\\\n\u{1b}\u{7f}\u{202e}\\u0000y\"}")
    var reader = JSONReader(Array(writer.text.utf8))
    reader.takesControls = true
    #expect(try reader.readWhole() == value)
  }

  @Test func `a nested object does not disturb the commas around it`() {
    var writer = JSONWriter()
    writer.writeObject { writer in
      writer.writeField("a", .object([:]))
      writer.writeField("b", .object(["c": .integer(1)]))
      writer.writeField("gone", nil as String?)
      writer.writeField("d", "e")
    }
    #expect(writer.text == #"{"a":{},"b":{"c":1},"d":"e"}"#)
  }
}
