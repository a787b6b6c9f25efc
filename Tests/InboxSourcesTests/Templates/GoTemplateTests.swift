import InboxText
import Testing

@testable import InboxSources

@Suite struct GoTemplateTests {
  private static let document =
    #"{"title":"T","error":{"level":"severe","desc":"Disk is full"},"#
    + #""alerts":[{"labels":{"alertname":"Load","instance":"a"},"n":1},"#
    + #"{"labels":{"alertname":"Disk"},"n":2}],"#
    + #""count":5,"large":1234567,"ratio":0.5,"action":"opened","off":false,"none":null}"#

  private func text(_ template: String) throws -> String {
    try GoTemplate(template).text(from: JSONValue(json: Self.document))
  }

  @Test(
    arguments: rows(of: "go-templates") + [
      ["{{range $i, $a := .alerts}}{{$i}}:{{$a.n}} {{end}}", "0:1 1:2 "]
    ])
  func `fields, conditions, loops and variables are filled as Go fills them`(
    _ row: [String]
  ) throws {
    #expect(try text(row[0]) == row[1])
  }

  @Test(arguments: rows(of: "go-functions") + [[#"{{indent 2 "a\nb"}}"#, "  a\n  b"]])
  func `the functions ntfy documents give what it says`(_ row: [String]) throws {
    #expect(try text(row[0]) == row[1])
  }

  @Test(arguments: [
    "{{", "{{.title", "{{if}}x{{end}}", "{{if .title}}x", "x{{end}}", "{{else}}", "{{nope 1}}",
    "{{.a | }}",
    "{{(.title}}", "{{.title)}}", "{{\"open}}", "{{break}}", "{{:= 1}}", "{{\"\\q\"}}", "{{1.2.3}}",
    "{{#}}",
    String(repeating: "{{if true}}", count: 200), "{{" + String(repeating: "(", count: 200),
  ])
  func `what is no template is refused`(_ template: String) {
    let error = #expect(throws: GoTemplateError.self) { try GoTemplate(template) }
    guard case .syntax = error else { return #expect(Bool(false), "\(String(describing: error))") }
  }

  @Test(arguments: [
    #"{{fail "no"}}"#, "{{.title.more}}", "{{index .alerts 7}}", "{{div 1 0}}", "{{mod 1 0}}",
    "{{.title 1}}", "{{$unknown}}", "{{join 1}}", "{{range .title}}x{{end}}", "{{lt 1 \"a\"}}",
    "{{printf \"%9999d\" 1}}", "{{first .title}}",
  ])
  func `what does not fit ends the filling`(_ template: String) throws {
    let error = #expect(throws: GoTemplateError.self) { try text(template) }
    guard case .failed = error else { return #expect(Bool(false), "\(String(describing: error))") }
  }

  @Test(arguments: [
    "{{range until 10000}}{{range until 10000}}{{end}}{{end}}", #"{{repeat 100000000 "abc"}}"#,
    "{{$l := list 1}}{{range until 60}}{{$l = list $l $l}}{{end}}{{$l}}",
    "{{$l := list 1}}{{range until 60}}{{$l = list $l $l}}{{end}}{{toJson $l}}",
    #"{{$s := repeat 1000000 "a"}}{{range until 100}}{{$s}}{{end}}"#,
    #"{{$s := repeat 1000 "a"}}{{range until 20}}{{$s = replace "a" $s $s}}{{end}}"#,
    "{{until 100000000}}",
    #"{{indent 1000000 (repeat 1000 "\n")}}"#,
  ])
  func `a template that does too much is ended`(_ template: String) throws {
    #expect(throws: GoTemplateError.tooCostly) { try text(template) }
  }

  @Test func `templates within templates are not allowed, nor very long ones`() {
    for name in ["define \"x\"", "template \"x\"", "block \"x\" .", "call .x"] {
      #expect(throws: GoTemplateError.disallowed(String(name.prefix { $0 != " " }))) {
        try GoTemplate("{{\(name)}}")
      }
    }
    #expect(throws: GoTemplateError.tooLarge) {
      try GoTemplate(String(repeating: "x", count: 40_000))
    }
  }
}
