import InboxText
import Testing

@Suite struct TemplateTests {
  private func fill(
    _ template: String, from part: String, in top: String? = nil, headers: [String: String] = [:]
  ) throws -> String? {
    let value = try JSONValue(json: part)
    return try Template(template).text(
      from: value, in: try top.map { try JSONValue(json: $0) } ?? value, headers: headers)
  }

  @Test(arguments: [
    ("plain", #"{}"#, "plain"), ("{/a}", #"{"a":"x"}"#, "x"),
    ("{/a}: {/b/c}!", #"{"a":1,"b":{"c":true}}"#, "1: true!"),
    ("{/a|/b}", #"{"b":2.5}"#, "2.5"), ("{/a|/b}", #"{"a":"","b":"y"}"#, "y"),
    ("{/a/1/b}", #"{"a":[0,{"b":"z"}]}"#, "z"), ("{/a}", #"{"a":["x","y"]}"#, "x, y"),
    ("{/a~1b/c~0d}", #"{"a/b":{"c~d":"e"}}"#, "e"), ("{/a} {/b}", #"{"a":"x"}"#, "x "),
    ("{/s?critical=5,warning=4}", #"{"s":"warning"}"#, "4"),
    ("{?/a}yes{/}", #"{"a":1}"#, "yes"),
    ("{/s?critical=5,3}", #"{"s":"odd"}"#, "3"), ("{/s?critical=5,3}", #"{}"#, "3"),
    ("{/n?..0=1,1..3=2,8..=5,4}", #"{"n":-2}"#, "1"),
    ("{/n?..0=1,1..3=2,8..=5,4}", #"{"n":"3"}"#, "2"),
    ("{/n?..0=1,1..3=2,8..=5,4}", #"{"n":99}"#, "5"),
    ("{/n?..0=1,1..3=2,8..=5,4}", #"{"n":6}"#, "4"),
    (#"{/a}{" by "/b}"#, #"{"a":"x"}"#, "x"),
    (#"{/a}{" ("/b|/c")"}"#, #"{"a":"x","c":"y"}"#, "x (y)"),
    (#"{/b|"none"}: {/a}"#, #"{"a":"x"}"#, "none: x"),
    ("{ref:/r}", #"{"r":"refs/heads/a/b"}"#, "a/b"), ("{ref:/r}", #"{"r":"refs/tags/v1"}"#, "v1"),
    ("{short:/h}", #"{"h":"0123456789"}"#, "0123456"), ("{words:/w}", #"{"w":"a_b_c"}"#, "a b c"),
    ("{line:/t}", #"{"t":"\n first\n\nsecond"}"#, " first"),
    ("{/l/*/n}", #"{"l":[{"n":"a"},{},{"n":"b"}]}"#, "a, b"),
    ("{list:/l/*/n}", #"{"l":[{"n":"a\n\nb"},{"n":"c"}]}"#, "- a\n  b\n- c"),
    ("{list:/l/*/n}", #"{"l":[{"n":"a\n\nb"}]}"#, "a\n\nb"),
    (
      "{list:/l/*/m/*/n}", #"{"l":[{"m":[{"n":"a"},{"n":"b"}]},{"m":[{"n":"c"}]}]}"#,
      "- a\n- b\n- c"
    ),
  ])
  func `places are filled`(_ template: String, _ document: String, _ text: String) throws {
    #expect(try fill(template, from: document) == text)
  }

  @Test(arguments: [
    ("{/a}", #"{}"#), ("{/a}", #"{"a":null}"#), ("x {/a}", #"{"a":{}}"#), ("{/a/9}", #"{"a":[1]}"#),
    ("{/s?critical=5}", #"{"s":"odd"}"#), (#"{/a|"constant"}"#, "{}"), (#"{" by "/b}"#, "{}"),
    ("{/l/*/n}", #"{"l":[{},{}]}"#),
  ])
  func `with nothing to fill in there is no text`(_ template: String, _ document: String) throws {
    #expect(try fill(template, from: document) == nil)
  }

  @Test func `a text that needs all of its places has none without one`() throws {
    let template = try Template("{/a}/{/b}")
    let value = try JSONValue(json: #"{"a":"x"}"#)
    #expect(template.text(from: value, in: value) == "x/")
    #expect(template.text(from: value, in: value, needsAll: true) == nil)
  }

  @Test func `the top and the headers are in reach of a part`() throws {
    #expect(
      try fill(
        "{/a}{^/a}{header:X-Event}", from: #"{"a":1}"#, in: #"{"a":2}"#, headers: ["x-event": "e"])
        == "12e")
  }

  @Test(arguments: [
    ("{/a}: {/s?ok=passed,failed}", #"{"s":"ok"}"#, true), ("{/a}: {/s?ok=1,2}", "5", true),
    ("{/a}: {/b}", #"{"b":1}"#, false), ("{/a|^/t}", "{}", false), ("{^/t} {/a}", "{}", true),
    ("{^/t}: {/s?ok=passed,failed}", "{}", false), ("plain", "{}", false),
    ("{/s?ok=passed}", "{}", true), (#"{/a|"Ann"}: {/s?ok=1,2}"#, "{}", false),
  ])
  func `a template tells when a part has nothing of what it asks for`(
    _ template: String, _ part: String, _ isLacking: Bool
  ) throws {
    let top = try JSONValue(json: #"{"t":"top"}"#)
    #expect(
      try Template(template).lacksValues(in: try JSONValue(json: part), of: top) == isLacking)
  }

  @Test(arguments: ["{", "{/a", "{a}", "x {} y", "{/a|b}", "{\"a}", "{ref:line:/a}", "{/a\"b\"c}"])
  func `what is no template is refused`(_ text: String) {
    #expect(throws: TemplateError.self) { try Template(text) }
  }

  @Test(arguments: [
    ("{title} {custom.run_id}", "a<b 17"), ("{/custom/run_id:3}", "17"),
    ("{title:markup}", "a&lt;b"), ("{title:markup:json}", "\"a&lt;b\""), ("{body:4}", "one…"),
    ("{subtitle|title}", "a<b"), ("{subtitle|\"none\"}", "none"), ("{line:body}", "one"),
    ("{\"by \"subtitle}{\" on \"title}", " on a<b"), ("{words:tags}", "x y"),
    ("{?title}t{/}{!title}n{/}{?count}c{/}{!count}0{/}", "t0"),
    ("{?title}{!subtitle}{title}{/}{/}", "a<b"), ("{{title}}", "{title}"),
    ("{\"{{\"title}", "{{a<b"), ("{count?0=none,some}", "none"), ("{missing}", ""),
    ("{/custom/a:b}", "c"),
  ])
  func `output names fields, with styles and groups`(_ template: String, _ text: String) throws {
    let subject = try JSONValue(
      json: #"""
        {"title":"a<b","body":"one\ntwo","tags":"x_y","count":0,"custom":{"run_id":17,"a:b":"c"}}
        """#)
    let names = ["title", "subtitle", "body", "tags", "count", "custom", "missing"]
    #expect(try Template(template, names: names).text(of: subject) == text)
  }

  @Test(arguments: [
    ("{titel}", "there is no field 'titel'; did you mean 'title'?"),
    ("{/titel/x}", "there is no field '/titel/x'"), ("{title", "never closed"),
    ("{/}", "has no matching '{?field}'"), ("{?title}", "'{?title}' has no matching '{/}'"),
    ("{title:loud}", "there is no style 'loud'"), ("{^/title}", "there is no field '^/title'"),
    ("{title:1:2:3:4:5}", "at most 4 styles"),
  ])
  func `what is wrong in a template is told`(_ template: String, _ words: String) {
    let error = #expect(throws: TemplateError.self) { try Template(template, names: ["title"]) }
    #expect(error?.description.contains(words) == true, "\(error as Any)")
  }

  @Test func `what a terminal would obey is not printed`() throws {
    let subject = JSONValue.object(["title": "a\u{1B}[31mb"])
    let text = try Template("{title}", names: ["title"]).text(of: subject)
    #expect(!text.contains("\u{1B}"))
  }
}
