import ArgumentParser

/// A length of time as flags have it: `90`, `30s`, `5m`, `1h30m`, `2d`.
struct TimeSpan: ExpressibleByArgument, Equatable {
  /// How long, in seconds; more than nothing.
  let seconds: Double

  private static let units: [Character: Double] = ["s": 1, "m": 60, "h": 3_600, "d": 86_400]

  /// Reads numbers with their units one after the other; a bare number is seconds.
  init?(argument: String) {
    var total = 0.0
    var digits = ""
    for character in argument {
      if character.isASCII, character.isNumber, digits.utf8.count < 9 {
        digits.append(character)
      } else {
        guard let count = Double(digits), let unit = Self.units[character] else { return nil }
        total += count * unit
        digits = ""
      }
    }
    if !digits.isEmpty {
      guard total == 0, let count = Double(digits) else { return nil }
      total = count
    }
    guard total > 0 else { return nil }
    seconds = total
  }
}
