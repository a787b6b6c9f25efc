import InboxText
public import Foundation
public import InboxCore

/// A custom drawing of list rows by a host.
///
/// It may start from the built-in row, ``RowLayout/lines(of:in:states:)``, and add to it:
///
///     struct Numbered: RowDrawing {
///       func lines(of row: MessageRow, in context: RowContext, states: RoleSet) -> [Line] {
///         [Line([Span("\(row.number) \(row.title ?? "")", roles: states)], fill: states)]
///       }
///     }
public protocol RowDrawing: Sendable {
  /// Lays out one row.
  ///
  /// The number of lines may depend on the row, the theme and the columns only, because the list
  /// scrolls by it. Missing lines are blank; extra lines and columns are cut.
  ///
  /// - Parameters:
  ///   - row: The message; ``Span/init(_:roles:)`` makes its untrusted texts printable.
  ///   - context: Theme, columns, time and search texts.
  ///   - states: Roles over the whole row: marked, pending, selected.
  /// - Returns: At least one line, top first.
  func lines(of row: MessageRow, in context: RowContext, states: RoleSet) -> [Line]
}

/// How the list shows its rows: theme, width, time zone and search.
public struct RowContext: Sendable {
  /// The theme of the screen.
  public var theme: Theme
  /// Columns of the list.
  public var columns: Int
  /// The time of the frame; relative times count from it.
  public var now: Date
  /// Search texts whose matches are highlighted.
  public var searchTexts: [String]
  /// What is highlighted in any part of a word as well.
  package var searchPatterns: [TextPattern] = []
  /// Density, visible parts and time format.
  public var options: RowOptions
  /// The time zone in which times are shown.
  public var zone: TimeZone
  /// What the person's rules make of the row.
  package var look = RuledLook()

  /// Makes a context, as a test of a custom row does.
  package init(
    theme: Theme, columns: Int, now: Date, searchTexts: [String] = [],
    options: RowOptions = .init(), zone: TimeZone = .gmt
  ) {
    self.theme = theme
    self.columns = columns
    self.now = now
    self.searchTexts = searchTexts
    self.options = options
    self.zone = zone
  }
}

/// Settings of the rows: density, visible parts and the format of times.
public struct RowOptions: Sendable, Hashable {
  /// How many lines a message takes.
  public enum Density: String, CaseIterable, Sendable, Hashable {
    /// One line beside or above a preview, else as ``comfortable``.
    case auto
    /// Up to the line limits of the theme.
    case comfortable
    /// One line.
    case compact
  }

  /// A part of a row that can be hidden; title and mark always stay.
  public enum Part: String, CaseIterable, Sendable, Hashable {
    /// The message's glyph, or the theme's placeholder.
    case glyph
    /// Marks for priority, pin, attachments and actions.
    case marks
    /// The source.
    case source
    /// The time.
    case time
  }

  /// Format of the time.
  public enum TimeFormat: String, CaseIterable, Sendable, Hashable {
    /// Time since then: `14m`, `3d`.
    case relative
    /// Clock time today, then the day, then the year: `14:32`, `11-21`, `2025`.
    case clock
  }

  /// How many lines a message takes.
  public var density = Density.auto
  /// The columns in their order, where there is room; a title is always among them.
  package var columns = RowColumn.standard
  /// Whether each source has a color of its own.
  package var colorsSources = true
  /// The rules that give rows a color or a glyph.
  package var rules: [RowRule] = []
  /// Format of the time.
  public var timeFormat = TimeFormat.relative

  /// The visible parts, where there is room.
  public var parts: Set<Part> {
    get { Set(columns.compactMap { Part(rawValue: $0.kind.rawValue) }) }
    set {
      columns = RowColumn.standard.filter { column in
        Part(rawValue: column.kind.rawValue).map(newValue.contains) ?? true
      }
    }
  }

  /// Makes the defaults: all parts, colors of sources and relative times.
  public init() {}
}

/// Lays rows out by the drawing of a host or the built-in one, each exactly as high as it scrolls.
struct ListRows: Sendable {
  /// The host's drawing; nil means ``RowLayout``.
  let drawing: (any RowDrawing)?
  /// Density, visible parts and time format.
  let options: RowOptions

  /// Whether the rows are ``RowLayout``.
  var isBuiltIn: Bool { drawing == nil }

  /// Height of a row in lines, at least 1.
  func height(of row: MessageRow, theme: Theme, columns: Int) -> Int {
    guard let drawing else {
      return RowLayout.height(of: row, theme: theme, columns: columns, options: options)
    }
    let context = RowContext(
      theme: theme, columns: columns, now: row.sortDate, options: options)
    return max(drawing.lines(of: row, in: context, states: []).count, 1)
  }

  /// The lines of a row; their count is its height.
  func lines(of row: MessageRow, in context: RowContext, states: RoleSet) -> [Line] {
    guard let drawing else { return RowLayout.lines(of: row, in: context, states: states) }
    let height = height(of: row, theme: context.theme, columns: context.columns)
    // A host's row stands out as a whole, as it may have no title and no bar.
    let states = states.contains(RoleSet(.selected)) ? states.union(.chosen) : states
    let drawn = drawing.lines(of: row, in: context, states: states).prefix(height)
    let missing = repeatElement(Line(fill: states), count: height - drawn.count)
    return drawn.map { $0.fitted(to: context.columns) } + missing
  }
}

extension Line {
  /// The line with printable text, cut at a width.
  func fitted(to columns: Int) -> Line {
    var left = columns
    var fitted: [Span] = []
    for span in spans where left > 0 {
      var span = Span(span.text, roles: span.roles)
      if span.columns > left {
        span = Span(TextLayout.truncate(span.text, columns: left), roles: span.roles)
      }
      left -= span.columns
      fitted.append(span)
    }
    return Line(fitted, fill: fill)
  }
}
