import Foundation

extension [Int32] {
  /// Those descriptors that are readable now; negative ones never are.
  func ready() -> Set<Int32> {
    var waiting = map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    guard poll(&waiting, nfds_t(waiting.count), 0) > 0 else { return [] }
    return Set(waiting.filter { $0.revents != 0 }.map(\.fd))
  }
}
