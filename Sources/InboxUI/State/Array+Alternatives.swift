extension [String] {
  /// What could stand in a place, as a list for people: `a, b or c`, made printable.
  var alternatives: String {
    let all = map { $0.printable() }
    guard let last = all.last, all.count > 1 else { return all.joined() }
    return all.dropLast().joined(separator: ", ") + " or " + last
  }
}
