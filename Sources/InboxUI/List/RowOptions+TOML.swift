import Foundation
import InboxText
import InboxTOML

/// Reads the configuration of rows.
extension TOMLReader {
  /// The columns, such as `["source:16", "title", "time"]`.
  mutating func rowColumns(at path: TOMLPath) -> [RowColumn]? {
    var kinds: Set<RowColumn.Kind> = []
    let columns: [RowColumn]? = list(at: path) { reader, path in
      guard let text = reader.string(at: path), let column = reader.rowColumn(text, at: path) else {
        return nil
      }
      if kinds.insert(column.kind).inserted { return column }
      return reader.refuse(text, "each column once", at: path)
    }
    return columns.map(RowColumn.completed)
  }

  private mutating func rowColumn(_ text: String, at path: TOMLPath) -> RowColumn? {
    if let column = RowColumn(text: text) { return column }
    let names = RowColumn.Kind.allCases.map(\.rawValue)
    let name = String(text.prefix { $0 != ":" })
    let kind = RowColumn.Kind(rawValue: name)
    let widths = RowColumn.widths
    let expected =
      switch kind {
      case nil: "one of " + names.joined(separator: ", ")
      case let kind? where kind.layout.takesWidth:
        "\(name) with a width from \(widths.lowerBound) to \(widths.upperBound), as \(name):16"
      case .some: "\(name) without a width"
      }
    let nearest = kind == nil ? NearestName.nearest(to: name, in: names) : nil
    return refuse(text, expected, nearest: nearest, at: path)
  }

  /// The rules in `[[rows]]` tables; one with an error is skipped.
  mutating func rowRules(at path: TOMLPath) -> [RowRule] {
    var colors: [RowColor] = []
    return tables(at: path) { reader, path in
      guard let rule = reader.rowRule(at: path) else { return nil }
      guard let color = rule.color, !colors.contains(color) else { return rule }
      guard colors.count < RowRule.mostColors else {
        let expected = "at most \(RowRule.mostColors) different colors"
        return reader.refuse(color.text, expected, at: path.appending(key: "color"))
      }
      colors.append(color)
      return rule
    }
  }

  private mutating func rowRule(at path: TOMLPath) -> RowRule? {
    let before = errorCount
    reportUnknownKeys(at: path, known: ["filter", "color", "glyph"])
    let place = path.appending(key: "filter")
    // Relative days are resolved when the file is read.
    let filter = string(at: place).flatMap {
      self.filter($0, now: .now, timeZone: .current, at: place)
    }
    let color = rowColor(at: path.appending(key: "color"))
    let glyph = glyph(at: path.appending(key: "glyph"))
    guard errorCount == before else { return nil }
    if color == nil, glyph == nil {
      report(.unusable("it has neither a color nor a glyph, so it changes nothing"), at: path)
    }
    guard let filter else {
      report(.unusable("it has no filter"), at: path)
      return nil
    }
    return RowRule(filter: filter, color: color, glyph: glyph)
  }

  private mutating func rowColor(at path: TOMLPath) -> RowColor? {
    if case .string(let name) = document.value(at: path), let color = RowColor(named: name) {
      return color
    }
    return color(at: path, palette: RowColor.palette).map(RowColor.init)
  }

  private mutating func glyph(at path: TOMLPath) -> String? {
    guard let text = string(at: path) else { return nil }
    guard text.printable().columns > 2 || text.isEmpty else { return text }
    return refuse(text, "a text of one or two columns", at: path)
  }
}
