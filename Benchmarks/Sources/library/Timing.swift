import Foundation

/// Samples of one figure, in milliseconds, as a JSON line.
struct Timing: Encodable {
  var name: String
  /// What it is one of, such as the first pages of one kind of filter.
  var group: String?
  var goal: Double?
  var samples: [Double]

  /// Milliseconds after which three samples are enough.
  private static let enoughTime = 2_000.0

  /// Runs something once to warm up, then several times.
  init(
    _ name: String, in group: String? = nil, goal: Double?, runs: Int = 9, _ body: () throws -> Void
  ) rethrows {
    self.name = name
    self.group = group
    self.goal = goal
    samples = []
    try body()
    for _ in 0..<runs {
      let took = try ContinuousClock().measure(body)
      samples.append(took / .milliseconds(1))
      if samples.count >= 3, samples.reduce(0, +) > Self.enoughTime { break }
    }
  }

  /// Takes samples that were measured elsewhere.
  init(_ name: String, goal: Double?, samples: [Double]) {
    self.name = name
    self.goal = goal
    self.samples = samples
  }

  /// Prints the line.
  func report() throws {
    print(String(decoding: try JSONEncoder().encode(self), as: UTF8.self))
  }
}
