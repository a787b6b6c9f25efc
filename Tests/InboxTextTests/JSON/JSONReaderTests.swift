import InboxText
import Testing

struct JSONReaderTests {
  @Test(
    arguments: [
      ("null", .null), (" true ", .bool(true)), ("false", .bool(false)),
      ("0", .integer(0)), ("-12", .integer(-12)),
      ("9223372036854775807", .integer(.max)), ("-9223372036854775808", .integer(.min)),
      ("1.5", .number(1.5)), ("-0.25e-2", .number(-0.0025)), ("1E3", .number(1000)),
      ("9223372036854775808", .number(9.223372036854775808e18)),
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
      ("\"a\nb\"", .bareControlCharacter, 2), ("1e999", .numberTooLarge, 0),
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
