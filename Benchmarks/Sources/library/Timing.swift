import Foundation

/// Samples of one figure, in milliseconds, as a JSON line.
struct Timing: Encodable {
  var name: String
  var goal: Double?
  var samples: [Double]

  /// Milliseconds after which three samples are enough.
  private static let patience = 2_000.0

  /// Runs something once to warm up, then several times.
  init(_ name: String, goal: Double?, runs: Int = 9, _ body: () throws -> Void) rethrows {
    self.name = name
    self.goal = goal
    samples = []
    try body()
    for _ in 0..<runs {
      let took = try ContinuousClock().measure(body)
      samples.append(took / .milliseconds(1))
      if samples.count >= 3, samples.reduce(0, +) > Self.patience { break }
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
