import Testing

@testable import InboxPayloads

/// Bodies with markup.
struct DesktopMarkupTests {
  @Test(arguments: [
    ("plain", "plain"), ("<b>bold</b> and <i>more</i>", "bold and more"),
    ("1 < 2 > 0 & 3", "1 < 2 > 0 & 3"),
    ("a &lt;b&gt; &amp;amp; &#8364; &#x41; &nothing; &#0;", "a <b> &amp; € A &nothing; &#0;"),
    ("one<br>two<br/>three", "one\ntwo\nthree"),
    ("a <img src=\"x\" alt=\"cat &amp; dog\"/> here", "a cat & dog here"),
    ("<a href='https://x.org'>https://x.org</a>", "https://x.org"),
    ("<a href=\"https://x.org\">here</a>!", "here (https://x.org)!"),
    ("<a href=\"javascript:x\">here</a>", "here"),
    ("<a href=\"https://x.org\">never closed", "never closed (https://x.org)"),
    ("<<<b>x</b", "<<x</b"),
    ("<ann> has anybody seen the build?", "<ann> has anybody seen the build?"),
    ("From: Ann <ann@example.org>", "From: Ann <ann@example.org>"),
    ("vector<int> x; a<b and c>d <span>s</span>", "vector<int> x; a<b and c>d <span>s</span>"),
    ("<b class=\"x\">no</b> <b >yes</b > <B>also</B>", "<b class=\"x\">no</b> yes also"),
    ("<a>x</a> <u><u>y</u></u></u> z</b>", "<a>x</a> y</u> z</b>"),
    ("<b x='1'><b>y</b></b>", "<b x='1'>y</b>"), ("<foo>x</foo>", "<foo>x</foo>"),
    ("<a b> <a name=\"x\">y <img>", "<a b> <a name=\"x\">y <img>"),
    ("<img alt=\"a > b\" src='x'>!", "a > b!"), ("<br />x<br/>y</br>z", "x\ny\nz"),
    ("<p>one</p><p>two</p>three", "one\ntwo\nthree"), ("one<p align='left'>two", "one\ntwo"),
    ("&lt;b&gt;x&lt;/b&gt; &amp;lt; &#60;i&#62;", "<b>x</b> &lt; <i>"),
    ("<a href = \"https://x.org\" title=\"t\">here</a>", "here (https://x.org)"),
  ])
  func `the text is left`(markup: String, text: String) {
    #expect(DesktopMarkup(markup).plain == text)
  }

  @Test func `what its text does not show is told`() {
    let markup = DesktopMarkup(
      "<a href=\"file:///a&amp;b\">a</a><img src=\"/p.png\" alt=\"p\"/>"
        + String(repeating: "x", count: 131_072) + "end")
    #expect(markup.unshown.prefix(2) == ["file:///a&b", "/p.png"])
    #expect(markup.unshown.last?.hasSuffix("xend") == true)
  }

  @Test func `a tag is not cut in two at the maximum size`() {
    let start = String(repeating: "<b>", count: 40_000)
    let markup = DesktopMarkup(start + "x" + String(repeating: "</b>", count: 40_000))
    #expect(markup.plain == "x")
    #expect(markup.unshown.first?.hasPrefix("</b></b>") == true)
  }

  @Test func `its links are known`() {
    let markup = DesktopMarkup(
      "<a href=\"https://a.org/?x=1&amp;y=2\">a</a> <a href=\"file:///etc\">b</a>"
        + " <a href=\"mailto:c@d.org\">c</a>")
    #expect(markup.links == ["https://a.org/?x=1&y=2", "mailto:c@d.org"])
  }

  @Test func `a huge body of open tags is read in one pass, and cut`() {
    let markup = String(repeating: "<a href=\"https://x.org\"><", count: 20_000)
    #expect(DesktopMarkup(markup).links.count == 131_072 / 25)
  }
}
