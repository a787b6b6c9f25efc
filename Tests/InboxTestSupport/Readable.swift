import InboxSystem

/// Whether a descriptor becomes readable within so many seconds.
package func isReadable(_ descriptor: Int32, within seconds: Double = 0) -> Bool {
  !Descriptors.wait(for: [.readable(descriptor)], atMost: seconds).all.isEmpty
}
