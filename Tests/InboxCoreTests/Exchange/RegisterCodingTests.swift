import InboxText
import Testing

@testable import InboxCore

@Suite struct RegisterCodingTests {
  private static let content =
    #"{"asker":"1795450395980.0.c972e56f","f":{"body":"1795450396020.0.09ab12cd"},"g":0,"id":"b1","#
    + #""p":{"body":"…","fold":"job","priority":4,"title":"build 2"},"received":1795450395980,"#
    + #""source":"ci","t":"1795450395980.0.c972e56f","v":1}"#

  private func decode(_ text: String, _ name: String) throws -> ExchangeRegister {
    try ExchangeRegister(Array(text.utf8), of: RegisterName(name))
  }

  @Test(arguments: [
    ("c", content), ("c", #"{"g":0,"purged":true,"t":"1795450395980.0.c972e56f","v":1}"#),
    (
      "c",
      #"{"g":2,"id":"b1","p":{"body":null,"custom":1,"title":"x"},"part":["custom"],"source":"ci","#
        + #""t":"5.0.c972e56f","up":[true,"6.0.c972e56f"],"v":1,"whole":"4.0.c972e56f"}"#
    ),
    (
      "s.me",
      #"{"g":0,"pin":[true,"8.0.c972e56f"],"snooze":[1795460000000,"9.0.c972e56f"],"#
        + #""status":["deleted","1795450399000.0.c972e56f","read"],"v":1}"#
    ),
    ("s.me", #"{"g":0,"mood":["good","1.0.c972e56f"],"snooze":[null,"9.0.c972e56f"],"v":1}"#),
    ("s.me", #"{"done":[8,"9.0.c972e56f"],"g":0,"seen":["7.0.c972e56f","9.0.c972e56f"],"v":1}"#),
    ("s.me", #"{"g":0,"seen":[null,"9.0.c972e56f"],"status":["read","9.0.c972e56f"],"v":1}"#),
    (
      "s.me",
      #"{"g":0,"seen":["7.0.c972e56f","9.0.c972e56f"],"seen.a1b2c3d4":[true,"6.0.a1b2c3d4"],"v":1}"#
    ),
    (
      "c",
      #"{"awake":"8.0.c972e56f","awake.a1b2c3d4":[true,"7.0.a1b2c3d4"],"g":0,"id":"b1","p":{},"#
        + #""source":"ci","t":"9.0.c972e56f","text.c972e56f":[true,"9.0.c972e56f"],"#
        + #""up":[true,"8.0.c972e56f"],"up.a1b2c3d4":[true,"7.0.a1b2c3d4"],"v":1}"#
    ),
    ("n.c972e56f", #"{"g":0,"last":1795450399100,"n":214,"v":1}"#),
    (
      "d.c972e56f",
      #"{"at":1795450401000,"by":"ann","g":0,"label":"Deploy","on":"atlas","q":"7.0.c972e56f","v":1}"#
    ),
    ("z.future", #"{ "v" : 7, "b":1 ,"a":2}"#), ("c", #"{"v":2,"anything":[1,2]}"#),
  ]) func `the examples keep their bytes`(_ name: String, _ text: String) throws {
    let register = try decode(text, name)
    if name == "c", text.contains("part") { return }
    #expect(String(decoding: register.bytes, as: UTF8.self) == text)
  }

  @Test func `members in any order give the same bytes`() throws {
    let one = try decode(#"{"v":1,"g":0,"n":2,"last":3}"#, "n.c972e56f")
    let other = try decode(#" {"last":3,"n":2, "g":0,"v":1} "#, "n.c972e56f")
    #expect(one == other && one.bytes == other.bytes)
  }

  @Test(arguments: [
    ("c", "[]"), ("c", "{"), ("c", "{}"), ("c", #"{"v":0}"#), ("c", #"{"v":1}"#),
    ("c", #"{"v":1,"g":0,"purged":true}"#), ("s.me", #"{"v":1,"g":0,"seen":["x","9.0.c972e56f"]}"#),
    ("s.me", #"{"v":1,"g":0,"seen.a1b2c3d4":7}"#), ("c", #"{"v":1,"g":0,"t":"x"}"#),
    ("c", #"{"v":1,"g":0,"source":"ci","id":"1","t":"1.0.c972e56f","p":{"a":1},"f":{"b":"x"}}"#),
    ("c", #"{"v":1,"g":0,"source":"ci","id":"1","t":"1.0.c972e56f","p":{"a":1},"f":{"a":"x"}}"#),
    ("c", #"{"v":1,"g":-1}"#), ("s.me", #"{"v":1,"g":0,"status":["gone","1.0.c972e56f"]}"#),
    ("s.me", #"{"v":1,"g":0,"status":["read","1.0.c972e56f","unread"]}"#),
    ("s.me", #"{"v":1,"g":0,"pin":[true,"1.0.zz"]}"#),
    ("s.me", #"{"v":1,"g":0,"snooze":["soon","1.0.c972e56f"]}"#), ("n.c972e56f", #"{"v":1,"g":0}"#),
    ("a.c972e56f", #"{"v":1,"g":0,"at":1,"q":"1.0.c972e56f"}"#),
  ]) func `what no version writes is refused`(_ name: String, _ text: String) {
    #expect(throws: RegisterError.self) { try decode(text, name) }
  }

  @Test func `size and depth are bounded`() {
    let long = #"{"v":1,"x":""# + String(repeating: "a", count: RegisterLimits.otherSize) + #""}"#
    #expect(throws: RegisterError.self) { try decode(long, "s.me") }
    let deep = String(repeating: "[", count: 5_000)
    #expect(throws: RegisterError.self) { try decode(#"{"v":1,"x":"# + deep, "s.me") }
  }

  @Test func `a purged register keeps no text, whatever else it carries`() throws {
    let text = #"{"v":1,"g":0,"t":"1.0.c972e56f","purged":true,"p":{"title":"x"},"source":"ci"}"#
    let register = try decode(text, "c")
    #expect(
      String(decoding: register.bytes, as: UTF8.self)
        == #"{"g":0,"purged":true,"t":"1.0.c972e56f","v":1}"#)
  }

  @Test(arguments: [
    "c", "s.ann", "n.c972e56f", "a.c972e56f", "d.c972e56f", "x", "s", "n.ann", "c.x",
  ])
  func `names keep their text`(_ text: String) throws {
    #expect(try RegisterName(text).description == text)
  }

  @Test(arguments: ["", "s.", "s.Ann", "s.a*", "s.>", ".", String(repeating: "a", count: 65)])
  func `names that are no subjects are refused`(_ text: String) {
    #expect(throws: RegisterError.self) { try RegisterName(text) }
  }

  @Test func `a newer value is taken as it was read, and not sent back`() throws {
    let own = try decode(#"{"v":2,"a":9}"#, "c")
    let read = try decode(#"{"v":2,"a":1}"#, "c")
    #expect(Uptake(read, over: own) == Uptake(read, over: nil))
    #expect(!Uptake(read, over: own).isDirty)
    let older = try decode(Self.content, "c")
    #expect(Uptake(older, over: own).register == own && Uptake(older, over: own).isDirty)
    #expect(Uptake(older, over: older).isDirty == false)
  }
}
