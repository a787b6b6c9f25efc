import Foundation
import Testing

@testable import InboxMail

/// Character sets of mails; the bytes were made by Python's codecs.
@Suite struct MailCharsetTests {
  private static let samples: [(String, String, String)] = [
    ("koi8-r", "Привет, мир", "f0d2c9d7c5d42c20cdc9d2"),
    ("koi8-u", "Привіт, їжак", "f0d2c9d7a6d42c20a7d6c1cb"),
    ("windows-1251", "Привет, мир", "cff0e8e2e5f22c20ece8f0"),
    ("windows-1250", "Příliš žluťoučký", "50f8ed6c699a209e6c759d6f75e86bfd"),
    ("windows-1252", "Grüße – 5 €", "4772fcdf65209620352080"),
    ("windows-1253", "Καλημέρα", "cae1ebe7ecddf1e1"),
    ("windows-1254", "Günaydın şeker", "47fc6e617964fd6e20fe656b6572"),
    ("windows-1255", "שלום", "f9ece5ed"),
    ("windows-1256", "مرحبا", "e3d1cdc8c7"),
    ("windows-1257", "Labas rytą žąsis", "4c6162617320727974e020fee0736973"),
    ("windows-1258", "Việt", "5669eaf274"),
    ("iso-8859-1", "Grüße", "4772fcdf65"),
    ("iso-8859-2", "Příliš žluťoučký", "50f8ed6c69b920be6c75bb6f75e86bfd"),
    ("iso-8859-3", "Ĉiuj ĝardenoj", "c669756a20f8617264656e6f6a"),
    ("iso-8859-4", "Labas žąsis", "4c6162617320beb1736973"),
    ("iso-8859-5", "Привет, мир", "bfe0d8d2d5e22c20dcd8e0"),
    ("iso-8859-6", "مرحبا", "e5d1cdc8c7"),
    ("iso-8859-7", "Καλημέρα", "cae1ebe7ecddf1e1"),
    ("iso-8859-8", "שלום", "f9ece5ed"),
    ("iso-8859-9", "Günaydın şeker", "47fc6e617964fd6e20fe656b6572"),
    ("iso-8859-10", "Þórður ŋ", "def372f0757220bf"),
    ("iso-8859-13", "Labas žąsis", "4c6162617320fee0736973"),
    ("iso-8859-14", "Ŵythnos ŷ", "d07974686e6f7320fe"),
    ("iso-8859-15", "5 € œuvre", "3520a420bd75767265"),
    ("iso-8859-16", "Bună ziua țară €", "42756ee3207a69756120fe6172e320a4"),
    ("gb2312", "你好，世界", "c4e3bac3a3accac0bde7"),
    ("gbk", "你好，世界鎔", "c4e3bac3a3accac0bde7e667"),
    ("gb18030", "你好，世界𠮷", "c4e3bac3a3accac0bde79534b235"),
    ("hz-gb-2312", "你好，世界", "7e7b44633a43232c4a403d677e7d"),
    ("big5", "你好，世界", "a741a66ea141a540acc9"),
    ("big5-hkscs", "你好，世界", "a741a66ea141a540acc9"),
    ("euc-kr", "안녕하세요", "bec8b3e7c7cfbcbcbfe4"),
    ("ks_c_5601-1987", "안녕하세요", "bec8b3e7c7cfbcbcbfe4"),
    ("cp949", "안녕하세요 똠", "bec8b3e7c7cfbcbcbfe4208c63"),
    ("iso-2022-kr", "안녕하세요", "1b2429430e3e483367474f3c3c3f640f"),
    ("euc-jp", "こんにちは世界", "a4b3a4f3a4cba4c1a4cfc0a4b3a6"),
    ("shift_jis", "こんにちは世界", "82b182f182c982bf82cd90a28a45"),
    ("cp932", "こんにちは①", "82b182f182c982bf82cd8740"),
    ("iso-2022-jp", "こんにちは世界", "1b244224332473244b2441244f402433261b2842"),
    ("tis-620", "สวัสดี", "cac7d1cab4d5"),
    ("windows-874", "สวัสดี", "cac7d1cab4d5"),
    ("cp850", "Grüße ½", "477281e16520ab"),
    ("cp866", "Привет, мир", "8fe0a8a2a5e22c20aca8e0"),
    ("cp437", "Grüße ½", "477281e16520ab"),
    ("macintosh", "Grüße ∞", "47729fa76520b0"),
    ("utf-7", "Grüße 日本", "47722b4150774133772d65202b5a65566e4c412d"),
    ("utf-16", "Grüße 日本", "fffe47007200fc00df0065002000e5652c67"),
    ("utf-8", "Grüße 日本", "4772c3bcc39f6520e697a5e69cac"),
  ]

  private static func bytes(_ hex: String) -> [UInt8] {
    var digits = hex[...]
    var bytes: [UInt8] = []
    while digits.count > 1 {
      bytes.append(UInt8(digits.prefix(2), radix: 16) ?? 0)
      digits = digits.dropFirst(2)
    }
    return bytes
  }

  @Test(arguments: samples)
  func `a text is read in its character set`(_ name: String, _ text: String, _ hex: String) {
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
