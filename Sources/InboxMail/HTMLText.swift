import CHTML
import Foundation

/// The text of HTML: a line per block, the markers of lists, and the URLs of links.
enum HTMLText {
  /// Maximum bytes of text; more than HTML of a mail has, unless it is made to grow.
  static let mostBytes = 8 << 20

  /// The text of HTML in a character set, by default that of its `<meta>`, and what it hides.
  ///
  /// Hidden text is shown where there is no other.
  static func read(_ bytes: [UInt8], charset: String?) -> (shown: String, hidden: String) {
    let html = MailCharset.text(of: bytes, named: charset ?? declaredCharset(bytes))
    let (text, hidden) = write(html)
    return text.isEmpty ? (hidden, "") : (text, hidden)
  }

  /// The text of HTML.
  static func plain(_ html: String) -> String { write(html).text }

  private static func write(_ html: String) -> (text: String, hidden: String) {
    var writer = HTMLTextWriter()
    let html = HTMLReferences(html).result
    withUnsafeMutablePointer(to: &writer) { writer in
      var reader = html_reader()
      reader.context = UnsafeMutableRawPointer(writer)
      reader.begins = { context, name, attributes in
        guard let name, let writer = HTMLText.writer(context) else { return }
        writer.pointee.begin(String(cString: name), HTMLText.attributes(attributes))
      }
      reader.ends = { context, name in
        guard let name, let writer = HTMLText.writer(context) else { return }
        writer.pointee.end(String(cString: name))
      }
      reader.text = { context, text, count in
        guard let text, let writer = HTMLText.writer(context) else { return false }
        let bytes = UnsafeRawBufferPointer(start: text, count: count)
        writer.pointee.add(String(decoding: bytes, as: UTF8.self))
        return writer.pointee.size < HTMLText.mostBytes
      }
      html.withUnsafeBufferPointer { buffer in
        buffer.withMemoryRebound(to: CChar.self) { html_read($0.baseAddress, $0.count, &reader) }
      }
    }
    return (writer.finished(), writer.hiddenLines)
  }

  private static func writer(
    _ context: UnsafeMutableRawPointer?
  ) -> UnsafeMutablePointer<HTMLTextWriter>? {
    context?.assumingMemoryBound(to: HTMLTextWriter.self)
  }

  /// The attributes that are used here.
  private static func attributes(
    _ pairs: UnsafePointer<UnsafePointer<CChar>?>?
  ) -> [String: String] {
    var attributes: [String: String] = [:]
    var pair = pairs
    while let current = pair, let name = current[0] {
      let text = String(cString: name)
      if usedAttributes.contains(text) {
        attributes[text] = current[1].map { String(cString: $0) } ?? ""
      }
      pair = current + 2
    }
    return attributes
  }

  private static let usedAttributes: Set<String> = [
    "href", "alt", "start", "style", "hidden", "class", "id",
  ]

  /// The character set declared near the start of HTML; nil if there is none.
  private static func declaredCharset(_ bytes: [UInt8]) -> String? {
    let start = String(decoding: bytes.prefix(2_048), as: UTF8.self)
    let pattern = /(?i)<meta\s[^>]{0,200}?charset\s*=\s*["']?([\w.:-]+)/
    return start.firstMatch(of: pattern).map { String($0.output.1) }
  }
}
