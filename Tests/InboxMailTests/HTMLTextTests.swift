import Testing

@testable import InboxMail

/// HTML as text.
@Suite struct HTMLTextTests {
  @Test(arguments: [
    ("<p>one</p><p>two</p>", "one\n\ntwo"), ("one<br>two<br><br>three", "one\ntwo\n\nthree"),
    ("<div>one</div><div>two</div>", "one\ntwo"), ("a <b>b</b>\n <i>c</i>", "a b c"),
    (
      "&mdash; &euro; &#8364; &hellip; &auml; &lt;b&gt; &amp;amp; &nbsp;x", "— € € … ä <b> &amp;  x"
    ),
    ("<!-- secret -->a<!-- > -->b", "ab"), ("a<title>t</title>b", "ab"),
    ("<style>p {}</STYLE>a<script>if (a<b) x()</script>b", "ab"),
    ("<html><head><title>t</title></head><body>a</body></html>\nb", "a\nb"),
    ("<p title=\"a>b\" class='c>d'>x", "x"), ("1 < 2 > 0 & 3", "1 < 2 > 0 & 3"),
    ("<pre>a\n  b\n\nc</pre>d", "a\n  b\n\nc\n\nd"), ("a<hr>b", "a\n----\nb"),
    ("<table><tr><th>a<th>b<tr><td>1</td> <td>2</td></table>c", "a  b\n1  2\n\nc"),
    ("<ul><li>a<li><p>b</p></ul>c", "• a\n• b\n\nc"),
    ("<ol start=3><li>a</li><li>b<ul><li>c</ul></ol>", "3. a\n4. b\n  • c"),
    ("a<blockquote>b<blockquote>c</blockquote></blockquote>d", "a\n\n> b\n\n>> c\n\nd"),
    ("<a href=\"https://x.org/?a=1&amp;b=2\">go</a>!", "go (https://x.org/?a=1&b=2)!"),
    ("<a href=https://x.org>https://x.org</a>", "https://x.org"),
    ("<a href=mailto:me@x.org>me@x.org</a>", "me@x.org"),
    ("<a href=\"javascript:x()\">go</a>", "go"), ("<a href=https://x.org></a>", "https://x.org"),
    ("<a href=https://x.org><img alt=Logo src=y></a>", "Logo (https://x.org)"),
    ("a<![CDATA[b]]>c", "ac"), ("<![CDATA[a>b]]>c", "b]]>c"),
    ("a\0b", "a\u{FFFD}b"), ("", ""), (" \n ", ""), ("</p></div></a></ul>x", "x"),
    ("<p>open <b>and <i>never closed", "open and never closed"),
  ])
  func `the text is kept and the marks are not`(_ html: String, _ text: String) {
    #expect(HTMLText.plain(html) == text)
  }

  @Test(arguments: [
    ("It&#146;s &#150; 5 &#128; &#x92; &#X80; &#146s", "It’s – 5 € ’ € ’s"),
    ("&copy 2026 &nbsp&copy2026 a&ampb &lt b &eacutet&eacute", "© 2026  ©2026 a&b < b été"),
    ("&#x110000; &#0; &#xD800; &#99999999999999; &# &#x; &;", "� � � � &# &#x; &;"),
    ("&amp;lt; &amp;#60; &#38;lt; &lt;p&gt;", "&lt; &#60; &lt; <p>"),
    ("&apos;&commat;&lbrace;&rbrace;&period; &unknown; &unknown", "'@{}. &unknown; &unknown"),
    ("I am &notit; &notin; &ampx; &nosuch;", "I am ¬it; ∉ &x; &nosuch;"),
    ("<a href='https://x.org/?a=1&notit;'>go</a>", "go (https://x.org/?a=1&notit;)"),
    ("<a href='https://x.org/?a=1&copy=2&reg3&lt;'>go</a>", "go (https://x.org/?a=1&copy=2&reg3<)"),
    ("<img alt='It&#146;s &copy &quot;'>", "It’s © \""),
    ("<p title=\"<!-- \">a</p><!-- > -->b", "a\n\nb"),
    ("<![if !mso]><p>Order 7 sent</p><![endif]>", "Order 7 sent"),
    ("<!--[if mso]><p>hidden</p><![endif]--><p>a</p>", "a"),
    ("<!--[if !mso]><!--><p>a</p><!--<![endif]-->b", "a\n\nb"),
    ("<!--[if !mso]><!-- --><p>a</p><!-- <![endif]-->b", "a\n\nb"),
    ("a<!-->b<!--->c", "abc"), ("<?xml:namespace prefix = o />a", "a"),
    ("<xml><w:View>Normal</w:View></xml>a", "a"),
  ])
  func `references and conditions are read as by browsers`(_ html: String, _ text: String) {
    #expect(HTMLText.plain(html) == text)
  }

  @Test(arguments: [
    "display:none", "color: #fff; DISPLAY : none !important", "visibility: hidden; font-size:14px",
    "font-size:0", "font-size: 0px;line-height:0", "max-height:0.0px;overflow:hidden",
    "mso-hide:all", "opacity:0",
  ])
  func `what is hidden by its style is not shown, but kept`(_ style: String) {
    for name in ["div", "span", "b"] {
      let html =
        "<\(name) style=\"\(style)\">pre<b>h&eacute;ad</b>er<\(name)>in</\(name)></\(name)>"
      let read = HTMLText.read(Array("\(html)<p>Hello</p>".utf8), charset: nil)
      #expect(read.shown == "Hello")
      let words = read.hidden.replacing("\n", with: "")
      #expect(words.hasPrefix("prehéader") && words.hasSuffix("in"))
    }
  }

  @Test(arguments: [
    ("<p hidden>a</p>b", "b", "a"), ("<p hidden=''>a<p>b", "b", "a"),
    ("<p style=display:none>only", "only", ""),
    ("<td style='font-size:0'>a<b style='font-size:9px'>b</b>c</td>", "b", "ac"),
    ("<p style='visibility:hidden'>a<b style='visibility:visible'>b</b></p>", "b", "a"),
    ("<p style='display:none'>a<b style='font-size:9px'>b</b></p>c", "c", "ab"),
    ("<p style='font-size:10px;max-height:10px;opacity:0.9;display:block'>a</p>", "a", ""),
    ("<title>t</title>a", "a", "t"),
    ("<div style='display:none'><a href=https://x>x</a></div>b", "b", "x"),
    ("<img style='display:none' alt='x'>b", "b", "x"),
    ("<style>.pre, p { display: none }</style><div class='a PRE'>x</div><p>y</p>b", "b", "x\ny"),
    (
      "<style>#top{font-size:0}div.q{opacity:0}</style><b id=top>x</b><div class=q>y</div>b", "b",
      "x\ny"
    ),
    ("<style>p{display:none}</style><p style='display:block'>a</p>", "a", ""),
    ("<style>@media print{p{display:none}} p i{display:none}</style><p>a<i>b</i></p>", "ab", ""),
  ])
  func `hidden text ends with its element`(_ html: String, _ text: String, _ hidden: String) {
    let read = HTMLText.read(Array(html.utf8), charset: nil)
    #expect(read.shown == text && read.hidden == hidden)
  }

  /// What takes time with the square of its size where each start looks for an end.
  ///
  /// The sizes are such that it would be seen: minutes in place of moments.
  @Test(arguments: [
    "<a ", "<style>", "<b>", "<div>", "<b></i>", "<!-- ", "<", "&", "&#", "<table>", "<a b=\"c>\">",
    "</div>", "</a", "<ul><li>", "<a b=\"", "<![CDATA[", "<title>", "<select><option>", "<pre>",
    "<a href=https://x>", "<blockquote>", "<?", "<td>", "<!", "<![if x]>", "&copy", "&#1",
    "<p style='font-size:0'>", "<b hidden>", "<i style='font-size:0'><b style='font-size:1px'>",
  ])
  func `hostile HTML of a million bytes is read`(_ piece: String) {
    let html = String(repeating: piece, count: 1_000_000 / piece.utf8.count) + "</style></script>"
    #expect(HTMLText.plain(html).utf8.count <= 2 * HTMLText.mostBytes)
  }

  @Test func `a tag with very many attributes ends, and what follows it is kept`() {
    let attributes = (0..<40_000).map { "a\($0)=b" }.joined(separator: " ")
    #expect(HTMLText.plain("one <b \(attributes)>two</b> three").hasSuffix("two three"))
  }

  @Test func `a picture in an address hides nothing behind it`() {
    let picture = String(repeating: "QUFB", count: 100_000)
    let html = "a<img src=\"data:image/png;base64,\(picture)\" alt=\"b > c\">d"
    #expect(HTMLText.plain(html) == "ab > cd")
  }
}
