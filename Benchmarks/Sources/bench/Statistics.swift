/// What several runs of one measurement gave, in the unit of its samples.
struct Statistics: Codable {
  var count: Int
  var minimum: Double
  var median: Double
  var p95: Double
  var p99: Double
  var maximum: Double

  /// Sums up samples; there must be at least one.
  init(_ samples: [Double]) {
    let sorted = samples.sorted()
    func quantile(_ share: Double) -> Double {
      sorted[min(sorted.count - 1, Int((Double(sorted.count - 1) * share).rounded(.up)))]
    }
    count = sorted.count
    minimum = quantile(0)
    median = quantile(0.5)
    p95 = quantile(0.95)
    p99 = quantile(0.99)
    maximum = quantile(1)
  }
}
