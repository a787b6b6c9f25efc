import Foundation
import Testing

@testable import InboxMail

/// Character sets of mails; the bytes were made by Python's codecs.
@Suite struct MailCharsetTests {
  private static func bytes(_ hex: String) -> [UInt8] {
    var digits = hex[...]
    var bytes: [UInt8] = []
    while digits.count > 1 {
      bytes.append(UInt8(digits.prefix(2), radix: 16) ?? 0)
      digits = digits.dropFirst(2)
    }
    return bytes
  }

  @Test(arguments: rows(of: "charsets"))
  func `a text is read in its character set`(_ row: [String]) {
    let (name, text, hex) = (row[0], row[1], row[2])
    #expect(MailCharset.known(Self.bytes(hex), named: name) == text)
    let header = "Content-Type: text/plain; charset=\"\(name.uppercased())\"\n\n"
    #expect(MailMessage(Array(header.utf8) + Self.bytes(hex)).text == text)
    let word = "Subject: =?\(name)?B?\(Data(Self.bytes(hex)).base64EncodedString())?=\n\nx"
    #expect(MailMessage(Array(word.utf8)).field("subject") == text)
  }

  @Test(arguments: [
    ("x-sjis", "こ", "82b1"), ("ISO-8859-8-I", "ש", "f9"), ("latin1", "–", "96"),
    ("GB_2312-80", "你", "c4e3"), ("unicode-1-1-utf-7", "日", "2b5a65552d"),
    ("\"utf-8\"", "ü", "c3bc"),
    ("unknown-8bit", "ü", "fc"), ("us-ascii", "ü", "c3bc"),
    ("utf-8", "a\u{FFFD}ü", "61fcc3bc"), ("gb18030", "a\u{FFFD}你", "61ffc4e3"),
  ])
  func `other names of character sets are known`(_ name: String, _ text: String, _ hex: String) {
    #expect(MailCharset.known(Self.bytes(hex), named: name) == text)
  }

  @Test func `what is not declared is UTF-8 or Windows-1252`() {
    #expect(
      MailMessage(Array("Subject: Gr".utf8) + [0xFC, 0xDF] + Array("e\n\nx".utf8)).field("subject")
        == "Grüße")
    #expect(MailMessage(Array("\n5 ".utf8) + [0x80]).text == "5 €")
    #expect(MailMessage(Array("Content-Type: text/plain; charset=nonsense\n\nü".utf8)).text == "ü")
    // One damaged letter makes no other set of a text.
    #expect(MailCharset.guess(Array("Grüße aus Köln".utf8) + [0xC3]) == "Grüße aus Köln\u{FFFD}")
  }

  @Test(arguments: [
    ("=?iso-8859-1?Q?caf\u{E9}?=", "café"), ("=?koi8-r?Q?=F0\u{D2}\u{C9}?= x", "При x"),
    ("=?utf-8?Q?Gr\u{C3}\u{BC}=C3?= =?utf-8?Q?\u{9F}e?=", "Grüße"),
    ("\u{FC} =?utf-8?Q?a\u{FC}b?=", "ü a\u{FFFD}b"), ("=?utf-8?B?caf\u{E9}?=", "=?utf-8?B?café?="),
    ("=?iso-2022-jp?Q?\u{1B}$B8+\u{1B}(B?=", "見"), ("=?utf-8?B?w7w?= \u{E9}", "ü é"),
  ])
  func `raw octets within an encoded word belong to its set`(_ field: String, _ text: String) {
    let octets = field.unicodeScalars.map { UInt8($0.value) }
    #expect(
      MailMessage(Array("Subject: ".utf8) + octets + Array("\n\nx".utf8)).field("subject") == text)
    let type = Array("Content-Type: application/pdf; name=\"".utf8) + octets + Array("\"\n\nx".utf8)
    #expect(MailMessage(type).attachments.first?.name == text)
  }

  @Test func `one bad byte changes one character`() {
    let text =
      Array("Content-Type: text/plain; charset=utf-8\n\nGr".utf8) + [0xFC] + Array("ße\n".utf8)
    #expect(MailMessage(text).text == "Gr\u{FFFD}ße")
    let html =
      Array("Content-Type: text/html; charset=utf-8\n\n".utf8) + [0xE9] + Array(" après Ã".utf8)
    #expect(MailMessage(html).text == "\u{FFFD} après Ã")
  }

  @Test func `HTML may name its own`() {
    let html = Array("Content-Type: text/html\n\n<meta charset=\"koi8-r\"><p>".utf8) + [0xF0, 0xD2]
    #expect(MailMessage(html).text == "Пр")
  }
}

/// HTML as text.
@Suite struct HTMLTextTests {
  @Test(arguments: rows(of: "html") + [["a\0b", "a\u{FFFD}b"], ["", ""], [" \n ", ""]])
  func `the text is kept and the marks are not`(_ row: [String]) {
    #expect(HTMLText.plain(row[0]) == row[1])
  }

  @Test(arguments: rows(of: "html-references"))
  func `references and conditions are read as by browsers`(_ row: [String]) {
    #expect(HTMLText.plain(row[0]) == row[1])
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
