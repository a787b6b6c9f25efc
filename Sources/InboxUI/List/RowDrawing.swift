import InboxText
public import Foundation
public import InboxCore

/// A custom drawing of list rows by a host.
///
/// It can extend the built-in row, ``RowLayout/lines(of:in:states:)``, or replace it:
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
  ///   - states: Roles of the whole row: marked, pending, selected.
  /// - Returns: At least one line, top first.
  func lines(of row: MessageRow, in context: RowContext, states: RoleSet) -> [Line]
}

/// The environment of list rows: theme, width, time zone and search.
public struct RowContext: Sendable {
  /// The theme of the screen.
  public var theme: Theme
  /// Columns of the list.
  public var columns: Int
  /// The time of the frame, to which relative times refer.
  public var now: Date
  /// Search texts whose matches are highlighted.
  public var searchTexts: [String]
  /// Patterns whose matches are highlighted, also within words.
  package var searchPatterns: [TextPattern] = []
  /// Density, visible parts and time format.
  public var options: RowOptions
  /// The time zone of the times.
  public var zone: TimeZone
  /// The result of the user's rules for the row.
  package var look = RuledLook()
  /// The picture of the row, once it is drawn.
  var picture: CharacterPicture?

  package init(
    theme: Theme, columns: Int, now: Date, searchTexts: [String] = [],
    options: RowOptions = .init(), zone: TimeZone = .gmt
  ) {
    (self.theme, self.columns, self.now) = (theme, columns, now)
    (self.searchTexts, self.options, self.zone) = (searchTexts, options, zone)
  }

  /// The time of a row, in the format of the list.
  func time(of row: MessageRow) -> String {
    RowTime.text(of: row.sortDate, at: now, as: options.timeFormat, in: zone)
  }

  /// The texts to highlight.
  var searched: SearchedTexts { SearchedTexts(texts: searchTexts, patterns: searchPatterns) }

  /// The cursor bar beside the mark.
  func cursor(on ground: RoleSet) -> Span {
    let bar = TextLayout.pad(theme.cursorMark.printable(), columns: 1)
    return Span(bar, columns: 1, roles: ground.union(RoleSet(.cursor)))
  }
}

/// The settings of rows: density, visible parts and time format.
public struct RowOptions: Sendable, Hashable {
  /// The number of lines of a row.
  public enum Density: String, CaseIterable, Sendable, Hashable {
    /// One line beside or above a preview, else as ``comfortable``.
    case auto
    /// Up to the line limits of the theme.
    case comfortable
    /// One line.
    case compact
  }

  /// A part of a row that can be hidden; title and mark are always visible.
  public enum Part: String, CaseIterable, Sendable, Hashable {
    /// The glyph of the message, or the theme's placeholder.
    case glyph
    /// Marks such as priority, pin, attachments and actions.
    case marks
    /// The source.
    case source
    /// The time.
    case time
  }

  /// The format of times.
  public enum TimeFormat: String, CaseIterable, Sendable, Hashable {
    /// The time since then: `14m`, `3d`.
    case relative
    /// Clock time today, then the day, then the year: `14:32`, `11-21`, `2025`.
    case clock
  }

  /// The number of lines of a row.
  public var density = Density.auto
  /// The columns in order, shown if they fit; a title is always among them.
  package var columns = RowColumn.standard
  /// Whether each source has its own color.
  package var colorsSources = true
  /// Whether a message shows the name of its thread in place of the source.
  package var namesThreads = false
  /// Whether a row shows the name of its thread before the title.
  package var titlesThreads = false
  /// Whether headers name the sources of the rows below them, but of the leading ones.
  package var groupsBySource = false
  /// Whether messages in the trash have a sign.
  package var marksDeleted = false
  /// The mutes, whose messages have a sign.
  package var mutes: [ActiveMute] = []
  /// The user's rules for the color or glyph of rows.
  package var rules: [RowRule] = []
  /// The format of times.
  public var timeFormat = TimeFormat.relative

  /// The cells of a picture; nil without a column for it.
  var pictureSize: Size? {
    guard columns.contains(where: { $0.kind == .picture }) else { return nil }
    return Size(columns: 4, rows: density == .compact ? 1 : 2)
  }

  /// The visible parts, shown if they fit.
  public var parts: Set<Part> {
    get { Set(columns.compactMap { Part(rawValue: $0.kind.rawValue) }) }
    set {
      columns = RowColumn.standard.filter { column in
        Part(rawValue: column.kind.rawValue).map(newValue.contains) ?? true
      }
    }
  }

  /// Creates the default options: all parts, source colors and relative times.
  public init() {}
}

/// Draws rows with the host's or the built-in drawing, with the height used for scrolling.
struct ListRows: Sendable {
  /// The host's drawing; nil uses ``RowLayout``.
  let drawing: (any RowDrawing)?
  /// Density, visible parts and time format.
  let options: RowOptions

  /// Whether ``RowLayout`` draws the rows.
  var isBuiltIn: Bool { drawing == nil }

  /// The height of a row in lines, at least 1.
  func height(of row: MessageRow, theme: Theme, columns: Int) -> Int {
    guard let drawing else {
      return RowLayout.height(of: row, theme: theme, columns: columns, options: options)
    }
    let context = RowContext(
      theme: theme, columns: columns, now: row.sortDate, options: options)
    return max(drawing.lines(of: row, in: context, states: []).count, 1)
  }

  /// The lines of a row, as many as its height.
  func lines(of row: MessageRow, in context: RowContext, states: RoleSet) -> [Line] {
    guard let drawing else { return RowLayout.lines(of: row, in: context, states: states) }
    let height = height(of: row, theme: context.theme, columns: context.columns)
    // Highlight a host's whole row: it may lack a title and a cursor bar.
    let states = states.contains(RoleSet(.selected)) ? states.union(.chosen) : states
    let drawn = drawing.lines(of: row, in: context, states: states).prefix(height)
    let missing = repeatElement(Line(fill: states), count: height - drawn.count)
    return drawn.map { $0.fitted(to: context.columns) } + missing
  }
}

extension Line {
  /// The line in printable text, truncated to a width.
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
