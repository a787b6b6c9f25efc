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

  @Test(arguments: [
    ("plain }} text", "plain }} text"),
    ("{{.title}}: A {{.error.level}} error has occurred", "T: A severe error has occurred"),
    ("{{.count}} {{.large}} {{.ratio}} {{.off}}", "5 1234567 0.5 false"),
    ("{{.missing}}|{{.missing.too}}|{{.none}}", "<no value>|<no value>|<no value>"),
    (
      "{{.alerts}}",
      "[map[labels:map[alertname:Load instance:a] n:1] map[labels:map[alertname:Disk] n:2]]"
    ),
    ("{{(first .alerts).labels.alertname}}", "Load"),
    (#"{{index .alerts 1 "labels" "alertname"}}"#, "Disk"),
    ("{{with .error}}{{.desc}} in {{$.title}}{{else}}none{{end}}", "Disk is full in T"),
    ("{{with .none}}x{{else with .title}}{{.}}{{end}}", "T"),
    (
      #"{{if eq .action "opened"}}OPENED{{else if eq .action "closed"}}CLOSED{{else}}?{{end}}"#,
      "OPENED"
    ),
    (#"{{if and .off .missing.x}}a{{else}}b{{end}}{{if or .title .off}}c{{end}}"#, "bc"),
    ("{{range .alerts}}[{{.labels.alertname}}]{{end}}", "[Load][Disk]"),
    ("{{range $i, $a := .alerts}}{{$i}}:{{$a.n}} {{end}}", "0:1 1:2 "),
    (
      "{{range $key, $value := .error}}{{$key}}={{$value}};{{end}}",
      "desc=Disk is full;level=severe;"
    ),
    ("{{range .none}}x{{else}}nothing{{end}}", "nothing"),
    (
      "{{$sum := 0}}{{range until 5}}{{if eq . 3}}{{break}}{{end}}{{$sum = add $sum .}}{{end}}{{$sum}}",
      "3"
    ),
    ("{{range until 4}}{{if eq . 1}}{{continue}}{{end}}{{.}}{{end}}", "023"),
    ("a  {{- .title -}}  b {{/* not shown */}}c", "aTb c"),
    (#"{{"a\tb\u00e9\""}} {{`raw\n`}}"#, "a\tbé\" raw\\n"),
  ])
  func `fields, conditions, loops and variables are filled as Go fills them`(
    _ template: String, _ expected: String
  ) throws {
    #expect(try text(template) == expected)
  }

  @Test(arguments: [
    (#"{{"   hello    " | trim}}"#, "hello"), (#"{{trimAll "$" "$5.00"}}"#, "5.00"),
    (#"{{trimSuffix "-" "hello-"}}"#, "hello"),
    (#"{{upper "hello"}}{{lower "HELLO"}}"#, "HELLOhello"),
    (#"{{title "hello world"}}"#, "Hello World"), (#"{{repeat 3 "hello"}}"#, "hellohellohello"),
    (#"{{substr 0 5 "hello world"}}"#, "hello"), (#"{{trunc 5 "hello world"}}"#, "hello"),
    (#"{{trunc -5 "hello world"}}"#, "world"), (#"{{contains "cat" "catch"}}"#, "true"),
    (#"{{cat "hello" "beautiful" "world"}}"#, "hello beautiful world"),
    (#"{{"I Am Henry VIII" | replace " " "-"}}"#, "I-Am-Henry-VIII"),
    (#"{{len .alerts | plural "one alert" "many alerts"}}"#, "many alerts"),
    (#"{{list "hello" "world" | join "_"}}"#, "hello_world"),
    (#"{{list 1 2 3 | join "+"}}"#, "1+2+3"),
    (#"{{splitList "$" "foo$bar$baz"}}"#, "[foo bar baz]"),
    (#"{{$a := split "$" "foo$bar$baz"}}{{$a._0}}"#, "foo"),
    ("{{add 1 2 3}}{{sub 5 3}}{{mul 2 3}}", "626"),
    ("{{max 1 2 3}}{{min 1 2 3}}{{div 7 2}}{{mod 7 2}}", "3131"),
    ("{{round 123.555555 3}}", "123.556"),
    (#"{{default "foo" .missing}}{{default "foo" .title}}"#, "fooT"), ("{{coalesce 0 1 2}}", "1"),
    ("{{all 0 1 2}} {{any 0 1 2}}", "false true"), (#"{{ternary "foo" "bar" true}}"#, "foo"),
    (#"{{false | ternary "foo" "bar"}}"#, "bar"), ("{{list 1 1 1 2 | uniq}}", "[1 2]"),
    ("{{without (list 1 2 3 4 5) 1 3 5}}", "[2 4]"), ("{{has 4 (list 1 4)}}", "true"),
    ("{{slice (list 1 2 3 4 5) 1 3}}", "[2 3]"), ("{{chunk 3 (list 1 2 3 4)}}", "[[1 2 3] [4]]"),
    (#"{{dig "error" "level" "none" .}} {{dig "user" "role" "guest" .}}"#, "severe guest"),
    (#"{{toJson .error}}"#, #"{"desc":"Disk is full","level":"severe"}"#),
    (#"{{(fromJSON "{\"foo\": 55}").foo}}"#, "55"), (#"{{"aGk=" | b64dec}}"#, "hi"),
    (#"{{printf "%05d|%-5s|%.2f|%q|%d%%" 42 "ab" 3.14159 "q" 7}}"#, #"00042|ab   |3.14|"q"|7%"#),
    (#"{{indent 2 "a\nb"}}"#, "  a\n  b"), (#"{{base "foo/bar/baz"}}"#, "baz"),
    ("{{gt .count 4}}{{le 1 0.5}}{{eq .count 1 5}}{{ne .title \"x\"}}", "truefalsetruetrue"),
  ])
  func `the functions ntfy documents give what it says`(template: String, expected: String) throws {
    #expect(try text(template) == expected)
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
