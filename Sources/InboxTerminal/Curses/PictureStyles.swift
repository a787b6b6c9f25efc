import InboxUI

/// A cache of the styles of the shown picture, whose color pairs are limited and freed after it.
///
/// A terminal has a bounded number of pairs. When a picture needs more, the rest use the nearest
/// existing pair.
struct PictureStyles {
  /// Roles and own colors of a span.
  struct Key: Hashable {
    var roles: RoleSet
    var colors: SpanColors
  }

  /// The styles so far.
  var styles: [Key: CellStyle] = [:]
  private var made: [(foreground: OKLab?, background: OKLab?, pair: Int32)] = []

  /// The color pair of a style, or the nearest one when none is left.
  ///
  /// - Parameters:
  ///   - style: The style.
  ///   - colors: Its colors by their ncurses numbers.
  ///   - pairs: The pairs of the painter.
  /// - Returns: The number of a pair.
  mutating func pair(
    of style: Style, as colors: ColorPairs.Colors, in pairs: inout ColorPairs
  ) -> Int32 {
    let foreground = style.foreground.flatMap(OKLab.init)
    let background = style.background.flatMap(OKLab.init)
    guard let pair = pairs.lend(colors) else { return nearest(foreground, background) }
    made.append((foreground, background, pair))
    return pair
  }

  /// Clears the styles and their pairs.
  mutating func removeAll() {
    (styles, made) = ([:], [])
  }

  private func nearest(_ foreground: OKLab?, _ background: OKLab?) -> Int32 {
    var best: (distance: Float, pair: Int32) = (.infinity, 0)
    for candidate in made {
      let distance =
        Self.distance(candidate.foreground, foreground)
        + Self.distance(candidate.background, background)
      if distance < best.distance { best = (distance, candidate.pair) }
    }
    return best.pair
  }

  /// The squared distance of two colors; the terminal's default is far from every other.
  private static func distance(_ first: OKLab?, _ second: OKLab?) -> Float {
    guard let first, let second else { return first == nil && second == nil ? 0 : 4 }
    return first.squaredDistance(to: second)
  }
}
