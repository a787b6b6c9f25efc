import InboxSystem

/// Whether a descriptor becomes readable within so many seconds.
package func isReadable(_ descriptor: Int32, within seconds: Double = 0) -> Bool {
  isAnyReadable([descriptor], within: seconds)
}

/// Whether one of some descriptors becomes readable within so many seconds.
package func isAnyReadable(_ descriptors: [Int32], within seconds: Double = 0) -> Bool {
  let interests = descriptors.map(Descriptors.Interest.readable)
  return !Descriptors.wait(for: interests, atMost: seconds).all.isEmpty
}
