import Foundation

/// Waits until a condition holds, asking again and again.
package func eventually(
  pause: Double = 0.01, _ condition: () throws -> Bool
) rethrows -> Bool {
  let deadline = Date().addingTimeInterval(PseudoTerminal.limit)
  while try !condition() {
    guard Date() < deadline else { return false }
    usleep(useconds_t(pause * 1_000_000))
  }
  return true
}
