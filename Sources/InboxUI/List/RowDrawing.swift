import InboxText
public import Foundation
public import InboxCore

/// Draws the rows of a list in a host's own way.
///
/// A row may start from the standard one, ``RowLayout/lines(of:in:states:)``, and add to it:
///
///     struct Numbered: RowDrawing {
///       func lines(of row: MessageRow, in context: RowContext, states: RoleSet) -> [Line] {
///         [Line([Span("\(row.number) \(row.title ?? "")", roles: states)], fill: states)]
///       }
///     }
public protocol RowDrawing: Sendable {
  /// The lines of one row, top first.
  ///
  /// How many they are may depend on the row, the theme and the columns, on nothing else: the
  /// list scrolls by them. What is missing is left blank, what is too many or too wide is cut.
  ///
  /// - Parameters:
  ///   - row: The message; its texts come from outside, ``Span/init(_:roles:)`` makes them safe.
  ///   - context: Theme, columns, the moment, and what is searched for.
  ///   - states: Roles over the whole row: marked, pending, selected.
  /// - Returns: At least one line.
  func lines(of row: MessageRow, in context: RowContext, states: RoleSet) -> [Line]
}

/// What the list around a row says about how the row is shown.
public struct RowContext: Sendable {
  /// How it looks.
  public var theme: Theme
  /// Columns of the list.
  public var columns: Int
  /// The moment that relative times are counted from.
  public var now: Date
  /// Texts whose occurrences are highlighted.
  public var searchTexts: [String]
  /// The form that the person chose.
  public var options: RowOptions
  /// The time zone in which times are shown.
  public var zone: TimeZone

  /// Makes a context.
  public init(
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

/// What a person chose of the form of the rows: how dense, with which parts, how times read.
public struct RowOptions: Sendable, Hashable {
  /// How many lines a message takes.
  public enum Density: String, CaseIterable, Sendable, Hashable {
    /// As many as the theme allows.
    case comfortable
    /// One.
    case compact
  }

  /// A part of a row that can be left out; title and mark always stay.
  public enum Part: String, CaseIterable, Sendable, Hashable {
    /// The message's own picture, or the theme's.
    case glyph
    /// Urgency, pin, attachments and actions.
    case marks
    /// Who sent it.
    case source
    /// When it came.
    case time
  }

  /// How the time of a row reads.
  public enum TimeFormat: String, CaseIterable, Sendable, Hashable {
    /// How long ago: `14m`, `3d`.
    case relative
    /// The clock today, then the day, then the year: `14:32`, `11-21`, `2025`.
    case clock
  }

  /// How many lines a message takes.
  public var density = Density.comfortable
  /// The parts that are shown where there is room.
  public var parts = Set(Part.allCases)
  /// How the time reads.
  public var timeFormat = TimeFormat.relative

  /// All parts, as many lines as the theme allows, relative times.
  public init() {}
}

/// The rows of a list, drawn by the host where it does that, always as high as they scroll.
struct ListRows: Sendable {
  /// The host's drawing; nil for the standard one.
  let drawing: (any RowDrawing)?
  /// The form that the person chose.
  let options: RowOptions

  /// How many lines a row takes, at least 1.
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
    let drawn = drawing.lines(of: row, in: context, states: states).prefix(height)
    let missing = repeatElement(Line(fill: states), count: height - drawn.count)
    return drawn.map { $0.fitted(to: context.columns) } + missing
  }
}

extension Line {
  /// The line made safe and no wider than so many columns.
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
