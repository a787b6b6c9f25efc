import Foundation

/// Text of a manual page in the language of `man`.
struct Roff {
  /// What was written so far.
  private(set) var text: String

  /// Begins a page.
  init(title: String, section: Int, name: String, summary: String) {
    text = ".TH \"\(title.uppercased())\" \"\(section)\" \"\" \"bellboard\"\n"
    heading("Name")
    paragraph("\(name) - \(summary)")
  }

  /// Begins a section.
  mutating func heading(_ title: String) {
    text += ".SH \(Self.escaped(title.uppercased()))\n"
  }

  /// Begins a part of a section.
  mutating func subheading(_ title: String) {
    text += ".SS \(Self.escaped(title))\n"
  }

  /// Writes a paragraph; blank lines in it begin new ones.
  mutating func paragraph(_ words: String) {
    for part in words.components(separatedBy: "\n\n") where !part.isEmpty {
      text += ".PP\n\(Self.escaped(part))\n"
    }
  }

  /// Writes a term in bold and what it means, indented below it.
  mutating func term(_ term: String, _ meaning: String) {
    text +=
      ".TP\n.B \(Self.escaped(term))\n\(Self.escaped(meaning.isEmpty ? "\u{2014}" : meaning))\n"
  }

  /// Writes lines as they are.
  mutating func verbatim(_ lines: String) {
    text += ".PP\n.nf\n\(Self.escaped(lines))\n.fi\n"
  }

  /// The text so that nothing in it is taken for a request or an escape.
  static func escaped(_ words: String) -> String {
    words.replacing("\\", with: "\\e").replacing("-", with: "\\-")
      .split(separator: "\n", omittingEmptySubsequences: false)
      .map { $0.hasPrefix(".") || $0.hasPrefix("'") ? "\\&\($0)" : String($0) }
      .joined(separator: "\n")
  }
}
