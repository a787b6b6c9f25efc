/// Edits single values in the text of a TOML document and keeps everything else, such as comments.
///
/// A value is inserted at its key, else below the header of its table, else at its commented line of
/// a template, else below a new header at the end, or before the first header for a top-level key.
/// A dotted key is written only where the file has others of that table, as it excludes a later
/// `[table]`. The result is parsed again: unless it has the new value and all the old ones, nothing
/// is changed. Lines keep their ends, and a new line ends as the first one does: with "\n" or with
/// "\r\n".
package struct TOMLEdit: Sendable {
  /// The current text.
  package private(set) var text: String

  /// Creates an edit of a text, which may be empty.
  package init(_ text: String) {
    self.text = text
  }

  /// Sets a single-line value; false, with the text unchanged, if there is no place for it.
  ///
  /// - Parameters:
  ///   - path: The key.
  ///   - value: The value in TOML syntax.
  /// - Returns: Whether the text has the value now.
  package mutating func set(_ path: TOMLPath, to value: String) -> Bool {
    let document = TOMLDocument(text)
    guard document.syntaxErrors.isEmpty else { return false }
    let candidates = [
      replacing(path, by: value, in: document), belowHeader(of: path, value, in: document),
      uncommenting(path, value), belowNewHeader(of: path, value), beforeHeaders(path, value),
    ]
    guard
      let change = candidates.lazy.compactMap(\.self).first(where: { candidate in
        Self.changes(document, to: TOMLDocument(candidate), at: path, to: value)
      })
    else { return false }
    text = change
    return true
  }

  /// Appends lines after a blank one.
  package mutating func append(_ lines: String) {
    let gap = textLines.isEmpty ? [] : [TextLine(text: "")]
    text = joined(textLines + gap + TextLine.lines(of: lines).map { TextLine(text: $0.text) })
  }

  /// Removes lines that stand together, and the blank one before them.
  ///
  /// - Returns: False, with the text unchanged, where they do not, or where more belongs to their table.
  package mutating func remove(_ lines: String) -> Bool {
    let sought = TextLine.lines(of: lines).map(\.text)
    var all = textLines
    let start = all.indices.last { all[$0...].prefix(sought.count).map(\.text) == sought }
    guard let start,
      all[(start + sought.count)...].first(where: { !$0.isBlank })?.isHeader ?? true
    else { return false }
    let isBehindBlank = start > 0 && all[start - 1].text.isEmpty
    all.removeSubrange((isBehindBlank ? start - 1 : start)..<(start + sought.count))
    text = joined(all)
    return true
  }

  /// Whether a line has just this text, such as the header of a table.
  package func hasLine(_ line: String) -> Bool { textLines.contains { $0.text == line } }

  private var textLines: [TextLine] { TextLine.lines(of: text) }

  /// Joins lines to a text; new ones end as the first line of the text does.
  private func joined(_ lines: [TextLine]) -> String {
    let usual = textLines.first?.end == "\r\n" ? "\r\n" : "\n"
    return lines.enumerated().map { index, line in
      let end = line.end ?? usual
      return line.text + (end.isEmpty && index < lines.count - 1 ? usual : end)
    }.joined()
  }

  /// Replaces the value of an existing key; nil if there is none.
  private func replacing(
    _ path: TOMLPath, by value: String, in document: TOMLDocument
  ) -> String? {
    guard document.value(at: path) != nil else { return nil }
    let position = document.position(of: path)
    var lines = textLines
    guard lines.indices.contains(position.line - 1) else { return nil }
    let line = lines[position.line - 1].text.unicodeScalars
    let before = line.prefix(position.column - 1)
    let rest = line.dropFirst(position.column - 1)
    // Keep the comment after the value; a '#' within quotes or brackets does not start one.
    var behind = rest
    if rest.first == "{" || rest.first == "[" {
      guard let end = rest.lastIndex(where: { $0 == "}" || $0 == "]" }) else { return nil }
      behind = rest[end...]
    }
    if let quote = rest.first, quote == "\"" || quote == "'" {
      behind = rest.dropFirst()
      var isEscaped = false
      while let next = behind.popFirst(), next != quote || isEscaped {
        isEscaped = quote == "\"" && next == "\\" && !isEscaped
      }
    }
    let comment = behind.firstIndex(of: "#").map { " " + String(behind[$0...]) } ?? ""
    lines[position.line - 1].text = String(before) + value + comment
    return joined(lines)
  }

  /// Replaces the commented line of a template that has the key, and that of its table's header.
  ///
  /// - Returns: The text; nil if there are no such lines.
  private func uncommenting(_ path: TOMLPath, _ value: String) -> String? {
    var lines = textLines
    var section = lines.startIndex
    if let header = path.tableHeader {
      guard let index = lines.firstIndex(where: { $0.text == "# " + header }) else { return nil }
      lines[index].text = header
      section = index + 1
    }
    let key = TOMLText.key(path.lastKey)
    let end = lines[section...].firstIndex { $0.isHeader || $0.text.hasPrefix("# [") }
    guard
      let index = lines[section..<(end ?? lines.endIndex)].firstIndex(where: {
        $0.text.hasPrefix("# \(key) = ")
      })
    else { return nil }
    lines[index].text = "\(key) = \(value)"
    return joined(lines)
  }

  /// Appends the header of the key's table with the key; nil for a top-level key.
  private func belowNewHeader(of path: TOMLPath, _ value: String) -> String? {
    guard let header = path.tableHeader else { return nil }
    var edit = self
    edit.append("\(header)\n\(TOMLText.key(path.lastKey)) = \(value)\n")
    return edit.text
  }

  /// Inserts a line below the header of the key's table; nil if it has none.
  private func belowHeader(
    of path: TOMLPath, _ value: String, in document: TOMLDocument
  ) -> String? {
    guard let parent = path.parent, !parent.components.isEmpty, document.value(at: parent) != nil
    else { return nil }
    var lines = textLines
    let line = document.position(of: parent).line
    guard lines.indices.contains(line - 1), lines[line - 1].isHeader else { return nil }
    lines.insert(TextLine(text: "\(TOMLText.key(path.lastKey)) = \(value)"), at: line)
    return joined(lines)
  }

  /// Inserts a line before the first header and the comment on it, or at the end.
  private func beforeHeaders(_ path: TOMLPath, _ value: String) -> String? {
    var lines = textLines
    var index = lines.firstIndex(where: \.isHeader) ?? lines.count
    while 0 < index, index < lines.count, lines[index - 1].first == "#" { index -= 1 }
    lines.insert(TextLine(text: "\(path) = \(value)"), at: index)
    return joined(lines)
  }

  /// Whether two documents differ only by the value at a path.
  private static func changes(
    _ old: TOMLDocument, to new: TOMLDocument, at path: TOMLPath, to value: String
  ) -> Bool {
    guard new.syntaxErrors.isEmpty else { return false }
    let wanted = TOMLDocument("value = \(value)").value(at: "value")
    guard let wanted, new.value(at: path)?.leaves() == wanted.leaves() else { return false }
    return old.root.value.leaves(except: path) == new.root.value.leaves(except: path)
  }
}

/// A line of a text, and how it ends.
private struct TextLine {
  /// The text without its end.
  var text: String
  /// The end, "\n" or "\r\n"; empty for a last line that has none, nil for a new line.
  var end: String?

  /// Whether it says nothing: it is blank, or a comment.
  var isBlank: Bool { first == nil || first == "#" }

  /// Whether it is the header of a table.
  var isHeader: Bool { first == "[" }

  /// The first character that is no blank.
  var first: Unicode.Scalar? { text.unicodeScalars.first { $0 != " " && $0 != "\t" } }

  /// The lines of a text, found by scalars, as "\r\n" is one `Character`.
  static func lines(of text: String) -> [TextLine] {
    var pieces = text.unicodeScalars.split(separator: "\n", omittingEmptySubsequences: false)
    let last = pieces.popLast() ?? Substring().unicodeScalars
    let ended = pieces.map { piece in
      piece.last == "\r"
        ? TextLine(text: String(piece.dropLast()), end: "\r\n")
        : TextLine(text: String(piece), end: "\n")
    }
    return last.isEmpty ? ended : ended + [TextLine(text: String(last), end: "")]
  }
}

extension TOMLValue {
  /// The scalar values and the lengths of arrays by path, without positions.
  fileprivate func leaves(except path: TOMLPath? = nil) -> [TOMLPath: String] {
    var leaves: [TOMLPath: String] = [:]
    collect(into: &leaves, at: TOMLPath(), except: path)
    return leaves
  }

  private func collect(
    into leaves: inout [TOMLPath: String], at place: TOMLPath, except path: TOMLPath?
  ) {
    guard place != path else { return }
    switch self {
    case .table(let entries):
      for (key, node) in entries {
        node.value.collect(into: &leaves, at: place.appending(key: key), except: path)
      }
    case .array(let nodes):
      leaves[place] = "\(nodes.count) elements"
      for (index, node) in nodes.enumerated() {
        node.value.collect(into: &leaves, at: place.appending(index: index), except: path)
      }
    default: leaves[place] = "\(self)"
    }
  }
}
