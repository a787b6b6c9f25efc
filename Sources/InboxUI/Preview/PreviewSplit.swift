/// The choice of where the preview lies; `auto` goes by the size of the screen.
public enum PreviewChoice: String, CaseIterable, Sendable, Hashable {
  /// Right of the list on wide screens, below it on high ones, else off.
  case auto
  /// Right of the list.
  case right
  /// Below the list.
  case below
  /// Nowhere.
  case off

  /// Fewest columns of a screen on which `auto` puts it right of the list.
  static let wide = 140
  /// Fewest rows of a screen on which `auto` puts it below the list.
  static let high = 40

  /// The side on a screen of a size; nil for none.
  func side(on size: Size) -> PreviewSide? {
    switch self {
    case .auto: size.columns >= Self.wide ? .right : size.rows >= Self.high ? .below : nil
    case .right: .right
    case .below: .below
    case .off: nil
    }
  }

  /// The choices after this one, in the order of the key that goes through them.
  var others: [PreviewChoice] {
    let all = Self.allCases
    let place = all.firstIndex(of: self) ?? 0
    return Array(all[(place + 1)...] + all[..<place])
  }
}

/// The side of the list on which the preview lies.
enum PreviewSide: Sendable, Hashable {
  case right, below
}

/// The fractions of the content that the preview takes on each side, as keys have moved them.
struct PreviewFractions: Sendable, Hashable {
  private var right = 0.5
  private var below = 0.45

  /// The fraction on a side.
  subscript(side: PreviewSide) -> Double {
    get { side == .right ? right : below }
    set { if side == .right { right = newValue } else { below = newValue } }
  }
}

/// The split of the content between a list and its preview.
struct PreviewSplit: Sendable, Hashable {
  /// Where the preview lies.
  let side: PreviewSide
  /// The room of the list.
  let list: ScreenAreas
  /// The room of the preview.
  let preview: ScreenAreas

  /// Fewest columns, or rows, that leave list and preview usable.
  private static func least(_ side: PreviewSide) -> (list: Int, preview: Int) {
    side == .right ? (list: 40, preview: 24) : (list: 6, preview: 4)
  }

  /// Columns or rows by which a key moves the border.
  private static func step(_ side: PreviewSide) -> Int { side == .right ? 4 : 2 }

  /// Splits a screen; nil where the preview is off, or where there is no room for both.
  init?(
    of size: Size, by choice: PreviewChoice, _ fractions: PreviewFractions,
    textColumns: Int = ScreenAreas.defaultTextColumns
  ) {
    var areas = ScreenAreas(size: size)
    areas.textColumns = textColumns
    guard areas.hasBorders, let side = choice.side(on: size) else { return nil }
    let whole = Self.extent(of: areas, side)
    let least = Self.least(side)
    guard whole > least.list + least.preview else { return nil }
    let wanted = Int((Double(whole) * fractions[side]).rounded())
    let share = min(max(wanted, least.preview), whole - 1 - least.list)
    self.side = side
    preview = Self.part(share, of: areas, side)
    list = Self.part(whole - 1 - share, of: areas, side)
  }

  /// The fraction after a key has moved the border; nil where it cannot go further.
  func fraction(on size: Size, steps: Int) -> Double? {
    fraction(on: size, of: Self.extent(of: preview, side) + steps * Self.step(side))
  }

  /// The fraction after the border was dragged to a cell; nil where that changes nothing.
  func fraction(on size: Size, borderAt position: Position) -> Double? {
    let areas = ScreenAreas(size: size)
    let place = side == .right ? position.column : position.row - areas.contentTop
    return fraction(on: size, of: Self.extent(of: areas, side) - 1 - place)
  }

  /// The fraction of a preview of so many columns or rows, as far as there is room.
  private func fraction(on size: Size, of wanted: Int) -> Double? {
    let whole = Self.extent(of: ScreenAreas(size: size), side)
    let least = Self.least(side)
    let share = min(max(wanted, least.preview), whole - 1 - least.list)
    return share == Self.extent(of: preview, side) ? nil : Double(share) / Double(whole)
  }

  private static func extent(of areas: ScreenAreas, _ side: PreviewSide) -> Int {
    side == .right ? areas.columns : areas.contentRows
  }

  private static func part(
    _ extent: Int, of areas: ScreenAreas, _ side: PreviewSide
  ) -> ScreenAreas {
    var part = areas
    if side == .right { part.columns = extent } else { part.contentRows = extent }
    return part
  }
}
