import Foundation

/// Prints the figures as one table and keeps them as JSON.
struct Report {
  private var measurements: [Measurement] = []

  /// Takes a figure in and prints its row.
  mutating func add(_ measurement: Measurement) {
    if measurements.isEmpty { print(Self.header) }
    measurements.append(measurement)
    print(Self.row(measurement))
    fflush(nil)
  }

  /// Takes figures in and prints one row for each group: its slowest.
  mutating func add(groupsOf figures: [Measurement]) {
    for (name, group) in Dictionary(grouping: figures, by: { $0.group ?? $0.name })
      .sorted(by: { $0.key < $1.key })
    {
      guard var slowest = group.max(by: { $0.program.median < $1.program.median }) else { continue }
      measurements += group.filter { $0.name != slowest.name }
      if group.count > 1 { slowest.name = "\(name): slowest of \(group.count), \(slowest.name)" }
      add(slowest)
    }
  }

  /// Compares the largest inbox with the smallest.
  mutating func compareSizes(of name: String, limit: Double) {
    let rows = measurements.filter { $0.name == name }
    guard let small = rows.min(by: { ($0.messages ?? 0) < ($1.messages ?? 0) }),
      let large = rows.max(by: { ($0.messages ?? 0) < ($1.messages ?? 0) }),
      small.messages != large.messages
    else { return }
    let ratio = large.program.median / small.program.median
    add(
      Measurement(
        name: "\(name): largest / smallest inbox", messages: large.messages, unit: "×",
        program: Statistics([ratio]), goal: "≤ \(limit)", isMet: ratio <= limit))
  }

  /// Writes all figures as JSON.
  func write(to path: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    try encoder.encode(measurements).write(to: URL(fileURLWithPath: path))
  }

  private static let header =
    "| figure | messages | median | p95 | p99 | reference | its p99 | ratio | goal | met |\n"
    + "|---|---:|---:|---:|---:|---:|---:|---:|---|---|"

  private static func row(_ measurement: Measurement) -> String {
    let figures = measurement.program
    let reference = measurement.reference
    var cells = [measurement.name, measurement.messages.map { String($0) } ?? ""]
    cells.append(number(figures.median) + " " + measurement.unit)
    cells.append(number(figures.p95))
    cells.append(number(figures.p99))
    cells.append(reference.map { number($0.median) } ?? "")
    // How restless the machine was.
    cells.append(reference.map { number($0.p99) } ?? "")
    let ratio = reference.flatMap { $0.median == 0 ? nil : figures.median / $0.median }
    cells.append(ratio.map(number) ?? "")
    cells.append(measurement.goal)
    cells.append(measurement.isMet.map { $0 ? "yes" : "NO" } ?? "")
    return "| " + cells.joined(separator: " | ") + " |"
  }

  private static func number(_ value: Double) -> String {
    value >= 1_000 ? String(Int(value)) : String(format: "%.2f", value)
  }
}
