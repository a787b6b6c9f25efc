/// What waiting events call for; a later case includes the earlier ones.
enum ChangeHint: Int, Comparable, Sendable {
  /// Nothing that matters happened.
  case nothing
  /// A writer rang: what it committed can be seen.
  case rung
  /// A writer is at work: what it commits may be seen only later, and it may die before it rings.
  case writing
  /// Events were lost: what happened is unknown.
  case lost
  /// The database file is another one, or gone.
  case replaced

  static func < (left: Self, right: Self) -> Bool {
    left.rawValue < right.rawValue
  }
}
