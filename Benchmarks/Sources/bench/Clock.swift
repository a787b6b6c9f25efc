import Foundation

/// Milliseconds of the monotonic clock.
func milliseconds() -> Double {
  var now = timespec()
  clock_gettime(CLOCK_MONOTONIC, &now)
  return Double(now.tv_sec) * 1_000 + Double(now.tv_nsec) / 1_000_000
}
