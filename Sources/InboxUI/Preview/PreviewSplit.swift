/// The setting of the placement of the preview; `auto` depends on the size of the screen.
public enum PreviewChoice: String, CaseIterable, Sendable, Hashable {
  /// Right of the list on wide screens, below it on tall ones, else off.
  case auto
  /// Right of the list.
  case right
  /// Below the list.
  case below
  /// No preview.
  case off

  /// Minimum columns of a screen for `auto` to place it right of the list.
  static let wide = 140
  /// Minimum rows of a screen for `auto` to place it below the list.
  static let high = 40

  /// The side of the preview on a screen of a size; nil for no preview.
  func side(on size: Size) -> PreviewSide? {
    switch self {
    case .auto: size.columns >= Self.wide ? .right : size.rows >= Self.high ? .below : nil
    case .right: .right
    case .below: .below
    case .off: nil
    }
  }

  /// The choices after this one, in the order in which the key cycles through them.
  var others: [PreviewChoice] {
    let all = Self.allCases
    let place = all.firstIndex(of: self) ?? 0
    return Array(all[(place + 1)...] + all[..<place])
  }
}

/// The side of the list that the preview is on.
enum PreviewSide: Sendable, Hashable {
  case right, below

  /// The fraction of the content area that the preview takes until keys or mouse change it.
  fileprivate var fraction: Double { self == .right ? 0.5 : 0.45 }
}

/// The split of the content area between list and preview.
struct PreviewSplit: Sendable, Hashable {
  /// The side of the preview.
  let side: PreviewSide
  /// The areas of the list.
  private(set) var list: ScreenAreas
  /// The areas of the preview.
  private(set) var preview: ScreenAreas

  /// Minimum columns or rows of list and preview.
  private static func least(_ side: PreviewSide) -> (list: Int, preview: Int) {
    side == .right ? (list: 40, preview: 24) : (list: 6, preview: 4)
  }

  /// The step of a key that moves the border, in columns or rows.
  private static func step(_ side: PreviewSide) -> Int { side == .right ? 4 : 2 }

  /// Splits areas of a screen; nil if the preview is off or there is no room for both.
  init?(
    of size: Size, in areas: ScreenAreas, by choice: PreviewChoice,
    _ fractions: [PreviewSide: Double]
  ) {
    guard areas.hasBorders, let side = choice.side(on: size) else { return nil }
    let whole = areas[along: side]
    let least = Self.least(side)
    guard whole > least.list + least.preview else { return nil }
    let wanted = Int((Double(whole) * fractions[side, default: side.fraction]).rounded())
    let share = min(max(wanted, least.preview), whole - 1 - least.list)
    self.side = side
    (list, preview) = (areas, areas)
    list[along: side] = whole - 1 - share
    preview[along: side] = share
  }

  /// The fraction after a key moves the border; nil if it cannot move further.
  func fraction(steps: Int) -> Double? {
    fraction(of: preview[along: side] + steps * Self.step(side))
  }

  /// The fraction after the border is dragged to a cell; nil if that changes nothing.
  func fraction(on size: Size, borderAt position: Position) -> Double? {
    let areas = ScreenAreas(size: size)
    let place = side == .right ? position.column : position.row - areas.contentTop
    return fraction(of: areas[along: side] - 1 - place)
  }

  /// The fraction for a preview of a number of columns or rows, clamped; nil if unchanged.
  private func fraction(of wanted: Int) -> Double? {
    let whole = list[along: side] + 1 + preview[along: side]
    let least = Self.least(side)
    let share = min(max(wanted, least.preview), whole - 1 - least.list)
    return share == preview[along: side] ? nil : Double(share) / Double(whole)
  }
}

extension ScreenAreas {
  /// Columns or rows: what a preview on a side splits.
  fileprivate subscript(along side: PreviewSide) -> Int {
    get { side == .right ? columns : contentRows }
    set { if side == .right { columns = newValue } else { contentRows = newValue } }
  }
}
