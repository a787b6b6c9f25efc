import CNcurses
import InboxUI

/// A window of ncurses as this platform's header declares it.
typealias CursesWindow = UnsafeMutablePointer<WINDOW>

/// A style in ncurses' terms: attributes and the number of a color pair.
struct CellStyle {
  /// Bold, dim, italic, underline, reverse.
  var attributes: attr_t
  /// Number of the pair; 0 is the terminal's default colors.
  var pair: Int32
}

/// A cache of the ncurses styles of a theme's roles, made when first used.
struct CellStyles {
  /// The color depth of the terminal, as far as the user wants colors.
  private let depth: ColorDepth
  /// With direct color, numbers below this are palette colors.
  private let paletteSize: Int
  private var pairs: ColorPairs
  private var styles: [RoleSet: CellStyle] = [:]
  private var pictures = PictureStyles()

  /// Creates an empty cache for the terminal of the running screen.
  init(wantsColors: Bool, on screen: ColorPairs.Owner) {
    depth = ColorDepth(ofScreenThatWants: wantsColors)
    paletteSize = max(Int(tigetnum("CO")), 8)
    pairs = ColorPairs(on: screen)
  }

  /// The style of roles in a theme; cached.
  mutating func style(for roles: RoleSet, of theme: Theme) -> CellStyle {
    if let style = styles[roles] { return style }
    let wanted = theme.style(for: roles, at: depth)
    let pair = depth == .none ? 0 : pairs.number(of: colorPair(of: wanted))
    let style = CellStyle(attributes: Self.attributes(of: wanted), pair: pair)
    styles[roles] = style
    return style
  }

  /// The style of a picture's span over its roles; cached until ``freePictures()``.
  mutating func style(for roles: RoleSet, _ colors: SpanColors, of theme: Theme) -> CellStyle {
    let key = PictureStyles.Key(roles: roles, colors: colors)
    if let style = pictures.styles[key] { return style }
    let wanted = colors.style(over: theme.style(for: roles, at: depth), at: depth)
    let attributes = Self.attributes(of: wanted)
    guard depth != .none else { return CellStyle(attributes: attributes, pair: 0) }
    let pair = pictures.pair(of: wanted, as: colorPair(of: wanted), in: &pairs)
    let style = CellStyle(attributes: attributes, pair: pair)
    pictures.styles[key] = style
    return style
  }

  /// Frees the color pairs of pictures, none of which is shown any more.
  mutating func freePictures() {
    pictures.removeAll()
    pairs.takeBack()
  }

  /// Clears the cached styles after a change of theme; their pairs are kept.
  mutating func removeAll() {
    styles.removeAll(keepingCapacity: true)
    pictures.removeAll()
  }

  /// Frees the color pairs; windows that use them must not be drawn again.
  mutating func freePairs() {
    pairs.free()
  }

  private func colorPair(of style: Style) -> ColorPairs.Colors {
    ColorPairs.Colors(
      foreground: number(of: style.foreground), background: number(of: style.background))
  }

  private func number(of color: Color?) -> Int32 {
    switch color {
    case .none, .default: return -1
    case .indexed(let index):
      if depth == .direct, index >= paletteSize { return direct(XtermPalette.color(index)) }
      return Int32(index)
    case .rgb(let red, let green, let blue): return direct((red, green, blue))
    }
  }

  /// The number of a direct color; one that collides with the palette becomes a shade lighter.
  private func direct(_ color: (UInt8, UInt8, UInt8)) -> Int32 {
    let value = Int32(color.0) << 16 | Int32(color.1) << 8 | Int32(color.2)
    return value < paletteSize ? value + Int32(paletteSize) : value
  }

  private static func attributes(of style: Style) -> attr_t {
    let table: [(Bool?, attr_t)] = [
      (style.bold, curses_bold), (style.dim, curses_dim),
      (style.italic, curses_italic), (style.underline, curses_underline),
      (style.reverse, curses_reverse),
    ]
    return table.reduce(curses_normal) { $1.0 == true ? $0 | $1.1 : $0 }
  }
}

extension ColorDepth {
  /// The color depth of the running screen, from terminfo and the user's choice.
  init(ofScreenThatWants wantsColors: Bool) {
    let count = curses_color_count()
    guard wantsColors, has_colors(), count >= 8 else {
      self = .none
      return
    }
    if curses_has_direct_color() != 0, count > 256 {
      self = .direct
    } else if count >= 256 {
      // A palette of 88 colors differs from one of 256 except in the first 16.
      self = .indexed256
    } else {
      self = count >= 16 ? .ansi16 : .ansi8
    }
  }
}

/// The color pairs of one painter, allocated when first used and freed at the end.
struct ColorPairs {
  /// The owner of the screen.
  enum Owner {
    /// Our own screen, with all its pairs.
    case own
    /// A host's screen; its pairs have low numbers, so ours are allocated from the top.
    case host
  }

  /// Two colors by their ncurses numbers; -1 is the terminal's default.
  struct Colors: Hashable {
    var foreground: Int32
    var background: Int32
  }

  /// Highest pair number on a host's screen; ncurses keeps a table up to the highest in use.
  private static let ceiling: Int32 = 1_024

  private let owner: Owner
  private var made: [Colors: Int32] = [:]
  /// Pairs that only a picture uses.
  private var lent: Set<Colors> = []
  /// The number to try next on a host's screen.
  private var next: Int32

  init(on owner: Owner) {
    self.owner = owner
    next = min(curses_pair_count(), Self.ceiling) - 1
  }

  /// The pair of two colors; 0, the terminal's default colors, when no pair is left.
  mutating func number(of colors: Colors) -> Int32 {
    if colors == Colors(foreground: -1, background: -1) { return 0 }
    lent.remove(colors)
    return made[colors] ?? make(colors)
  }

  /// The pair of two colors for a picture; nil when pictures have used up their share.
  mutating func lend(_ colors: Colors) -> Int32? {
    if colors == Colors(foreground: -1, background: -1) { return 0 }
    if let pair = made[colors] { return pair }
    let most = min(owner == .own ? Self.ceiling : Self.ceiling / 4, curses_pair_count() / 2)
    guard lent.count < most else { return nil }
    lent.insert(colors)
    return make(colors)
  }

  /// Frees the pairs that only a picture used; no cell may show them any more.
  mutating func takeBack() {
    guard !lent.isEmpty else { return }
    for colors in lent { free(made.removeValue(forKey: colors) ?? 0) }
    lent = []
    next = min(curses_pair_count(), Self.ceiling) - 1
  }

  private mutating func make(_ colors: Colors) -> Int32 {
    let pair =
      switch owner {
      case .own: max(0, alloc_pair(colors.foreground, colors.background))
      case .host: take(colors)
      }
    made[colors] = pair
    return pair
  }

  /// Frees all allocated pairs.
  mutating func free() {
    for pair in made.values { free(pair) }
    (made, lent) = ([:], [])
  }

  private func free(_ pair: Int32) {
    guard pair > 0 else { return }
    // Black on black marks the pair as free for the next painter.
    if owner == .host { init_extended_pair(pair, 0, 0) }
    free_pair(pair)
  }

  /// Allocates the highest free number; `alloc_pair` may return one of the host's.
  private mutating func take(_ colors: Colors) -> Int32 {
    while next > 0 {
      defer { next -= 1 }
      guard isFree(next) else { continue }
      if init_extended_pair(next, colors.foreground, colors.background) == OK { return next }
      // A host that did not enable the terminal's default colors has white on black instead.
      let result = init_extended_pair(
        next, colors.foreground < 0 ? Int32(COLOR_WHITE) : colors.foreground,
        colors.background < 0 ? Int32(COLOR_BLACK) : colors.background)
      return result == OK ? next : 0
    }
    return 0
  }

  /// Whether a pair is black on black, as pairs are before they get colors.
  private func isFree(_ pair: Int32) -> Bool {
    var foreground: Int32 = 0
    var background: Int32 = 0
    return extended_pair_content(pair, &foreground, &background) == OK && foreground == 0
      && background == 0
  }
}
