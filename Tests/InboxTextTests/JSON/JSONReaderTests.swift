import InboxText
import Testing

struct JSONReaderTests {
  @Test(
    arguments: [
      ("null", .null), (" true ", .bool(true)), ("false", .bool(false)),
      ("0", .integer(0)), ("-12", .integer(-12)),
      ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
      ("1.5", .number(1.5)), ("-0.25e-2", .number(-0.0025)), ("1E3", .number(1000)),
      ("9223372036854775808", .decimal("9223372036854775808")), ("100.0", .number(100)),
      ("-0.0", .number(-0.0)), ("0e5", .number(0)), ("1.50", .number(1.5)),
      ("\"\"", ""), ("\"a\"", "a"), ("[]", .array([])), ("{}", .object([:])),
      (
        "[1, [true], {\"a\" : null}]",
        .array([.integer(1), .array([.bool(true)]), .object(["a": .null])])
      ),
    ] as [(String, JSONValue)])
  func `every kind of value is read`(text: String, expected: JSONValue) throws {
    #expect(try JSONValue(json: text) == expected)
  }

  @Test(arguments: [
    (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"),
    (#""\u0041\u00e9\u20AC""#, "Aé€"),
    (#""\ud83d\ude00!""#, "😀!"),
    (#""cut \ud83d""#, "cut \u{FFFD}"),
    (#""\ude00 and \ud83d\u0041""#, "\u{FFFD} and \u{FFFD}A"),
    (#""nul \u0000 kept""#, "nul \0 kept"),
    ("\"žluť 👩‍🚀\"", "žluť 👩‍🚀"),
  ])
  func `escapes and text beyond ASCII are read`(text: String, expected: String) throws {
    #expect(try JSONValue(json: text) == .string(expected))
  }

  @Test(
    arguments: [
      ("", .truncated, 0), ("{", .truncated, 1), ("[1,", .truncated, 3), ("\"abc", .truncated, 4),
      ("tru", .truncated, 3), ("-", .truncated, 1), (#""\u12"#, .truncated, 5),
      ("nope", .expected("a value"), 0), ("01", .expected("the end"), 1),
      ("+1", .expected("a value"), 0),
      ("1.x", .expected("a digit"), 2), ("[1 2]", .expected("',' or ']'"), 3),
      ("[1,]", .expected("a value"), 3), ("{a:1}", .expected("a key in quotes"), 1),
      ("{\"a\" 1}", .expected("':'"), 5), ("{\"a\":1,}", .expected("a key in quotes"), 7),
      (#""\x""#, .expected("an escape"), 2),
      (#""\u00g0""#, .expected("four hexadecimal digits"), 5),
      ("\"a\nb\"", .bareControlCharacter, 2),
      ("NaN", .expected("a value"), 0), ("'a'", .expected("a value"), 0),
    ] as [(String, JSONError.Reason, Int)])
  func `a mistake is reported with its kind and place`(
    text: String, reason: JSONError.Reason, offset: Int
  ) {
    let failure = #expect(throws: JSONError.self) { try JSONValue(json: text) }
    #expect(failure?.reason == reason)
    #expect(failure?.offset == offset)
  }

  @Test func `nesting is read up to the limit and refused beyond`() throws {
    let nested = { String(repeating: "[", count: $0) + String(repeating: "]", count: $0) }
    #expect(throws: Never.self) { try JSONValue(json: nested(64), maximumDepth: 64) }
    let failure = #expect(throws: JSONError.self) {
      try JSONValue(json: nested(65), maximumDepth: 64)
    }
    #expect(failure?.reason == .tooDeep)
    #expect(failure?.offset == 64)
  }

  @Test(arguments: [
    [0xFF], [0xC3, 0x28], [0xED, 0xA0, 0x80], [0xF5, 0x80, 0x80, 0x80], [0xC0, 0x80],
  ])
  func `bytes that are no UTF-8 are reported with their place`(bytes: [UInt8]) {
    for prefix in ["\"ab", #""\n"#] {
      var reader = JSONReader(Array(prefix.utf8) + bytes + Array("\"".utf8))
      let failure = #expect(throws: JSONError.self) { try reader.readWhole() }
      #expect(failure?.reason == .notUTF8)
      #expect(failure?.offset == 3)
    }
  }

  @Test func `a reader stops behind its value and names repeated keys`() throws {
    var reader = JSONReader(Array(#"{"a":1,"a":2} rest"#.utf8))
    #expect(try reader.read() == .object(["a": .integer(2)]))
    #expect(reader.position == 13)
    #expect(reader.repeatedKeys == ["a"])
  }
}

/// Own cases of the classes that JSONTestSuite has.
struct JSONConformanceTests {
  @Test(arguments: [
    "18446744073709551615", "-9223372036854775809", "123456789012345678901234567890",
    "0.1234567890123456789", "3.141592653589793238462643383279", "1e400", "-1.5E+4000", "1e-999",
    "100000000000000000000000000000000001.5e7", "1e99999999999999999999",
  ])
  func `a number that no type holds keeps its digits`(text: String) throws {
    #expect(try JSONValue(json: text) == .decimal(text))
    #expect(try JSONValue(json: "[\(text)]").json == "[\(text)]")
  }

  @Test(arguments: ["9007199254740993", "1.7976931348623157e308", "5e-324", "0.1", "12.5e3"])
  func `a number that a type holds is that number`(text: String) throws {
    let value = try JSONValue(json: text)
    if case .decimal = value { Issue.record("\(text) is \(value)") }
    #expect(try JSONValue(json: value.json) == value)
  }

  @Test(arguments: [
    "{\"\u{E9}\":1,\"e\u{301}\":2}", "{\"K\":1,\"\u{212A}\":2}",
    "{\"\u{1E69}\":1,\"s\u{323}\u{307}\":2,\"s\u{307}\u{323}\":3,\"\u{1E63}\u{307}\":4}",
    // U+FDD1 and U+FDD0, which Swift takes in no literal.
    String(
      decoding: Array("{\"a".utf8) + [0xEF, 0xB7, 0x91] + Array("\":1,\"a\":2}".utf8), as: UTF8.self
    ),
    String(
      decoding: Array("{\"".utf8) + [0xEF, 0xB7, 0x90] + Array("\":1,\"\":2}".utf8), as: UTF8.self),
  ])
  func `keys that differ in any code unit are kept beside each other`(text: String) throws {
    var reader = JSONReader(Array(text.utf8))
    let value = try reader.readWhole()
    #expect(reader.repeatedKeys == [])
    let fields = { (text: String) in
      Set(text.dropFirst().dropLast().split(separator: ",").map { Array($0.utf8) })
    }
    #expect(fields(value.json) == fields(text))
    #expect(try JSONValue(json: value.json) == value)
  }

  @Test func `the same code units are the same key`() throws {
    var reader = JSONReader(Array("{\"\u{E9}\":1,\"e\u{301}\":2,\"e\u{301}\":3}".utf8))
    #expect(try reader.readWhole().json.utf8.elementsEqual("{\"\u{E9}\":1,\"e\u{301}\":3}".utf8))
    #expect(reader.repeatedKeys.map { Array($0.utf8) } == [Array("e\u{301}".utf8)])
  }

  @Test func `a byte order mark at the beginning is passed over, and nowhere else`() throws {
    #expect(try JSONValue(json: "\u{FEFF}{\"a\":1}") == .object(["a": .integer(1)]))
    let inside = #expect(throws: JSONError.self) { try JSONValue(json: "[\u{FEFF}1]") }
    #expect(inside?.offset == 1)
    let alone = #expect(throws: JSONError.self) { try JSONValue(json: "\u{FEFF}") }
    #expect(alone?.reason == .truncated && alone?.offset == 3)
  }

  @Test(arguments: [
    "[1,,2]", "[,1]", "[1 true]", "{\"a\":1,,\"b\":2}", "{\"a\" \"b\"}", "{\"a\":}", "{'a':1}",
    "{1:1}", "[-]", "[.5]", "[1.]", "[0x1]", "[1e]", "[1e+]", "[01]", "[-01]", "[+1]", "[Infinity]",
    "[nul]", "[TRUE]", "\"\\u12\"", "\"\\a\"", "\"a\tb\"", "[1]x", "{}{}", "[\u{A0}1]", "/**/1", "",
    " ", "]", "[\"a", "{\"a\":\"b\"", "[1", "\"\\", "\"\\uD8\"",
  ])
  func `what is no JSON is refused`(text: String) {
    #expect(throws: JSONError.self) { try JSONValue(json: text) }
  }
}

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
