import CNcurses

/// The colour pairs of one painter: made when first needed, given back at the end.
struct ColorPairs {
  /// Whose screen the pairs are for.
  enum Place {
    /// A screen of our own, all of whose pairs are ours.
    case own
    /// A host's screen, which has pairs of its own and takes new ones from below.
    case host
  }

  /// Most numbers above the host's that are tried; ncurses keeps a table up to the highest.
  private static let ceiling: Int32 = 1_024

  private let place: Place
  private var made: [PairColors: Int32] = [:]
  /// The number to try next on a host's screen.
  private var next: Int32

  init(in place: Place) {
    self.place = place
    next = min(bellboard_pair_count(), Self.ceiling) - 1
  }

  /// The pair of two colours; 0, the terminal's own colours, when there are no more.
  mutating func number(of colors: PairColors) -> Int32 {
    if colors == PairColors(foreground: -1, background: -1) { return 0 }
    if let pair = made[colors] { return pair }
    let pair =
      switch place {
      case .own: max(0, alloc_pair(colors.foreground, colors.background))
      case .host: take(colors)
      }
    made[colors] = pair
    return pair
  }

  /// Gives back the pairs that were made; what is drawn in them must not be drawn again.
  mutating func free() {
    for pair in made.values where pair > 0 {
      // Its content tells the next painter that nobody uses it.
      if place == .host { init_extended_pair(pair, 0, 0) }
      free_pair(pair)
    }
    made = [:]
  }

  /// Takes the highest free number; not `alloc_pair`, which may answer with one of the host's.
  private mutating func take(_ colors: PairColors) -> Int32 {
    while next > 0 {
      defer { next -= 1 }
      guard isFree(next) else { continue }
      if init_extended_pair(next, colors.foreground, colors.background) == OK { return next }
      // A host that did not ask for the terminal's own colours has white on black instead.
      let plain = PairColors(
        foreground: colors.foreground < 0 ? Int32(COLOR_WHITE) : colors.foreground,
        background: colors.background < 0 ? Int32(COLOR_BLACK) : colors.background)
      let result = init_extended_pair(next, plain.foreground, plain.background)
      return result == OK ? next : 0
    }
    return 0
  }

  /// A number that nobody has given colours to says black on black.
  private func isFree(_ pair: Int32) -> Bool {
    var foreground: Int32 = 0
    var background: Int32 = 0
    return extended_pair_content(pair, &foreground, &background) == OK && foreground == 0
      && background == 0
  }
}
