import Foundation

/// A listening socket inherited from systemd, by the protocol of `sd_listen_fds(3)`.
package struct InheritedSocket: Sendable, Hashable {
  /// The descriptor, which stays open; listeners use a copy.
  package let descriptor: Int32
  /// Its address: `HOST:PORT`, or `unix:` and a path.
  package let address: String

  /// The first inherited descriptor.
  private static let first: Int32 = 3

  /// Returns the inherited sockets, once; started programs must not inherit them.
  ///
  /// Sockets of other kinds are closed.
  package static func takeAll(
    _ environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> [InheritedSocket] {
    guard environment["LISTEN_PID"] == "\(getpid())",
      let count = environment["LISTEN_FDS"].flatMap(Int32.init), (1...64).contains(count)
    else { return [] }
    for name in ["LISTEN_PID", "LISTEN_FDS", "LISTEN_FDNAMES"] { unsetenv(name) }
    return (first..<first + count).compactMap { descriptor in
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      guard let address = address(of: descriptor) else {
        close(descriptor)
        return nil
      }
      return InheritedSocket(descriptor: descriptor, address: address)
    }
  }

  /// The address of a listening socket; nil for other descriptors.
  private static func address(of descriptor: Int32) -> String? {
    var storage = sockaddr_storage()
    var size = socklen_t(MemoryLayout<sockaddr_storage>.size)
    let code = withUnsafeMutablePointer(to: &storage) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        getsockname(descriptor, $0, &size)
      }
    }
    guard code == 0 else { return nil }
    switch Int32(storage.ss_family) {
    case AF_INET:
      return withUnsafeBytes(of: &storage) { bytes in
        let address = bytes.loadUnaligned(as: sockaddr_in.self)
        return text(of: address.sin_addr, AF_INET).map { "\($0):\(port(address.sin_port))" }
      }
    case AF_INET6:
      return withUnsafeBytes(of: &storage) { bytes in
        let address = bytes.loadUnaligned(as: sockaddr_in6.self)
        return text(of: address.sin6_addr, AF_INET6).map { "[\($0)]:\(port(address.sin6_port))" }
      }
    case AF_UNIX:
      return withUnsafeBytes(of: &storage) { bytes in
        let path = bytes.dropFirst(MemoryLayout<sa_family_t>.size).prefix { $0 != 0 }
        return path.isEmpty ? nil : "unix:\(String(decoding: path, as: UTF8.self))"
      }
    default: return nil
    }
  }

  private static func port(_ number: in_port_t) -> UInt16 { UInt16(bigEndian: number) }

  private static func text(of address: some Any, _ family: Int32) -> String? {
    withUnsafeBytes(of: address) { bytes in
      var text = [CChar](repeating: 0, count: Int(INET6_ADDRSTRLEN))
      guard inet_ntop(family, bytes.baseAddress, &text, socklen_t(text.count)) != nil else {
        return nil
      }
      return String(decoding: text.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
    }
  }
}
