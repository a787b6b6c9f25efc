/// Where a message stands, as the column `place` keeps it, settled as far as the clock goes.
enum Place: Int {
  /// Not to be seen: scheduled, snoozed, expired, or an alert only.
  case nowhere = 0
  case list = 1
  case trash = 2
}
