@testable import InboxUI
import Testing

@Suite struct LinkedTextTests {
  private func lines(_ text: String, width: Int) -> [[Span]] {
    var layout = BodyLayout(columns: width, wraps: true, numbers: LinkNumbers())
    layout.add(plain: text)
    return layout.lines
  }

  private func links(_ text: String, width: Int = 80) -> [String] {
    lines(text, width: width).flatMap(\.self)
      .filter { $0.roles.contains(RoleSet(.link)) }.map(\.text)
  }

  @Test(arguments: [
    ("see https://example.org.", ["https://example.org"]),
    ("(http://a.b/c_(d)) x", ["http://a.b/c_(d)"]),
    ("HTTPS://A.B and mailto:joe@a.b, bye", ["HTTPS://A.B", "mailto:joe@a.b"]),
    ("<https://a.b/?q=1&r=2#s>", ["https://a.b/?q=1&r=2#s"]),
    ("https://de.example/Köln", ["https://de.example/Köln"]),
    ("見てhttps://a.b/c。次", ["https://a.b/c"]), ("xhttp://a.b http:// https", []),
    ("ftp://a.b javascript:x", []), ("https://a.b\u{1B}[31m", ["https://a.b"]),
  ])
  func `links end where a reader would end them`(text: String, expected: [String]) {
    #expect(links(text) == expected)
  }

  @Test func `a link over several lines is a link on each`() {
    #expect(
      links("go https://example.org/long on", width: 10) == ["https://ex", "ample.org/", "long"])
  }

  @Test func `each part of a link says which it is, also under the marks of a search`() {
    let link = SpanLink(number: 1, url: "https://example.org/long")
    let shown = lines("go https://example.org/long on", width: 10).map { line in
      Line(line).marking([(bytes: 1..<4, roles: RoleSet(.match))]).spans
        .map { ($0.link == link ? "<\($0.text)>" : $0.link == nil ? $0.text : "?") }.joined()
    }
    #expect(shown == ["go", "<h><ttp><s://ex>", "<a><mpl><e.org/>", "<l><ong> <[1]>", "on"])
  }

  @Test(arguments: [
    ("a\n\n b", ["a", "", " b"]), ("a\n\n", ["a"]), ("", []), ("\n\n", []),
    ("日本\nab cd", ["日本", "ab", "cd"]), ("a\r\nb", ["a", "b"]), ("ab  \ncd", ["ab", "cd"]),
  ])
  func `lines of the text are kept`(text: String, expected: [String]) {
    #expect(lines(text, width: 4).map { $0.map(\.text).joined() } == expected)
  }
}
