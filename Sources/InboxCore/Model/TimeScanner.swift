/// Walks over the parts of an RFC 3339 time.
struct TimeScanner {
  private let bytes: [UInt8]
  private var position = 0

  init(_ text: String) {
    bytes = Array(text.utf8)
  }

  var isAtEnd: Bool { position == bytes.count }

  /// Moves past a mark if it comes next.
  mutating func take(_ mark: Unicode.Scalar) -> Bool {
    guard position < bytes.count, bytes[position] == UInt8(ascii: mark) else { return false }
    position += 1
    return true
  }

  /// Days since 1970.
  mutating func day() -> Int? {
    guard let year = number(digits: 4), take("-"), let month = number(digits: 2), take("-"),
      let day = number(digits: 2)
    else { return nil }
    return CivilDay(year: year, month: month, day: day)?.daysSince1970
  }

  /// Milliseconds since midnight.
  mutating func time() -> Int? {
    guard let hour = number(digits: 2), hour < 24, take(":"), let minute = number(digits: 2),
      minute < 60, take(":"), let second = number(digits: 2), second <= 60
    else { return nil }
    var milliseconds = ((hour * 60 + minute) * 60 + second) * 1_000
    if take(".") {
      guard let fraction = fraction() else { return nil }
      milliseconds += fraction
    }
    return milliseconds
  }

  /// Minutes east of UTC.
  mutating func offset(assumesUTC: Bool) -> Int? {
    if take("Z") || take("z") || (assumesUTC && isAtEnd) { return 0 }
    let isEast = take("+")
    guard isEast || take("-"), let hour = number(digits: 2), hour < 24, take(":"),
      let minute = number(digits: 2), minute < 60
    else { return nil }
    return (isEast ? 1 : -1) * (hour * 60 + minute)
  }

  private mutating func digit() -> Int? {
    guard position < bytes.count, (0x30...0x39).contains(bytes[position]) else { return nil }
    position += 1
    return Int(bytes[position - 1]) - 0x30
  }

  private mutating func number(digits: Int) -> Int? {
    var value = 0
    for _ in 0..<digits {
      guard let digit = digit() else { return nil }
      value = value * 10 + digit
    }
    return value
  }

  /// Milliseconds of the digits after the point, however many there are.
  private mutating func fraction() -> Int? {
    guard var value = digit() else { return nil }
    value *= 100
    var weight = 10
    while let digit = digit() {
      value += digit * weight
      weight /= 10
    }
    return value
  }
}
