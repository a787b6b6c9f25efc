import Foundation

/// Whether a descriptor becomes readable within so many seconds.
public func isReadable(_ descriptor: Int32, within seconds: Double = 0) -> Bool {
  var wanted = [pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)]
  return poll(&wanted, 1, Int32(seconds * 1_000)) > 0
}
