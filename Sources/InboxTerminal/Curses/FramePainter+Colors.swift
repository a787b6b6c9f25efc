import CNcurses
import InboxUI

extension FramePainter {
  /// A painter that shows what the terminal of the running screen can.
  static func forRunningScreen(wantsColors: Bool, in place: ColorPairs.Place) -> FramePainter {
    let count = Int(bellboard_color_count())
    let depth = depth(
      wantsColors: wantsColors && has_colors(), colorCount: count,
      isDirect: bellboard_has_direct_color() != 0)
    return FramePainter(depth: depth, paletteSize: count, pairs: ColorPairs(in: place))
  }

  /// What the terminal of the running screen can show: by terminfo, and by the user's wish.
  static func depth(wantsColors: Bool, colorCount: Int, isDirect: Bool) -> ColorDepth {
    guard wantsColors, colorCount >= 8 else { return .none }
    if isDirect, colorCount > 256 { return .direct }
    // 88 colours lie elsewhere than 256 do; their first 16 are the same.
    return colorCount >= 256 ? .indexed256 : .ansi16
  }

  /// The style of roles, kept for the next time.
  func makeStyle(for roles: RoleSet, of theme: Theme) -> CellStyle {
    let style = theme.style(for: roles).reduced(to: depth)
    var attributes = Self.attributes(of: style)
    var result = CellStyle(attributes: attributes, pair: 0)
    if depth != .none {
      let colors = PairColors(
        foreground: number(of: style.foreground, attributes: &attributes),
        background: number(of: style.background))
      result = CellStyle(attributes: attributes, pair: pairs.number(of: colors))
    }
    styles[roles] = result
    return result
  }

  /// Gives back the pairs that were made; the window must not be drawn again.
  func freePairs() {
    pairs.free()
    styles = [:]
  }

  private func number(of color: Color?, attributes: inout attr_t) -> Int32 {
    guard case .indexed(let index) = color, index >= 8, index < 16, paletteSize < 16 else {
      return number(of: color)
    }
    // Eight colours: their bright forms are bold; bright black would vanish on black.
    if index == 8 {
      attributes |= bellboard_dim
      return -1
    }
    attributes |= bellboard_bold
    return Int32(index) - 8
  }

  private func number(of color: Color?) -> Int32 {
    switch color {
    case .none, .default: return -1
    case .indexed(let index):
      if depth == .direct, index >= 8 { return Self.direct(XtermPalette.color(index)) }
      return paletteSize < 16 ? Int32(index) % 8 : Int32(index)
    case .rgb(let red, let green, let blue): return Self.direct((red, green, blue))
    }
  }

  /// The number of a colour where numbers are colours; the first eight are the palette's.
  private static func direct(_ color: (UInt8, UInt8, UInt8)) -> Int32 {
    let value = Int32(color.0) << 16 | Int32(color.1) << 8 | Int32(color.2)
    return value == 0 ? 0 : max(value, 8)
  }

  private static func attributes(of style: Style) -> attr_t {
    let table: [(Bool?, attr_t)] = [
      (style.bold, bellboard_bold), (style.dim, bellboard_dim),
      (style.italic, bellboard_italic), (style.underline, bellboard_underline),
      (style.reverse, bellboard_reverse),
    ]
    return table.reduce(bellboard_normal) { $1.0 == true ? $0 | $1.1 : $0 }
  }
}
