import Foundation

/// A resolved address of a host.
struct HostAddress: Sendable, Hashable {
  /// The address in numbers, as a connection takes it.
  let text: String
  /// Its 4 or 16 bytes.
  let bytes: [UInt8]

  /// The addresses of a host; empty where its name is not known.
  ///
  /// It may block for seconds.
  static func resolve(_ host: String) -> [HostAddress] {
    var hints = addrinfo()
    hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
    var found: UnsafeMutablePointer<addrinfo>?
    guard getaddrinfo(host, nil, &hints, &found) == 0 else { return [] }
    defer { freeaddrinfo(found) }
    var addresses: [HostAddress] = []
    var next = found
    while let info = next?.pointee {
      next = info.ai_next
      var name = [CChar](repeating: 0, count: Int(NI_MAXHOST))
      guard let address = info.ai_addr,
        getnameinfo(
          address, info.ai_addrlen, &name, socklen_t(name.count), nil, 0, NI_NUMERICHOST) == 0
      else { continue }
      let text = String(decoding: name.prefix { $0 != 0 }.map(UInt8.init), as: UTF8.self)
      addresses.append(HostAddress(text: text, bytes: bytes(of: address)))
    }
    return addresses
  }

  private static func bytes(of address: UnsafePointer<sockaddr>) -> [UInt8] {
    let raw = UnsafeRawPointer(address)
    return switch Int32(address.pointee.sa_family) {
    case AF_INET:
      withUnsafeBytes(of: raw.load(as: sockaddr_in.self).sin_addr) { Array($0) }
    case AF_INET6:
      withUnsafeBytes(of: raw.load(as: sockaddr_in6.self).sin6_addr) { Array($0) }
    default: []
    }
  }

  /// Ranges of addresses that are not of the public Internet: this machine, private and local
  /// networks, multicast (RFC 6890).
  private static let privateRanges: [(bytes: [UInt8], bits: Int)] = [
    ([0], 8), ([10], 8), ([100, 64], 10), ([127], 8), ([169, 254], 16), ([172, 16], 12),
    ([192, 0, 0], 24), ([192, 168], 16), ([198, 18], 15), ([224], 3),
  ]
  private static let privateRanges6: [(bytes: [UInt8], bits: Int)] = [
    ([0xFC], 7), ([0xFE, 0x80], 10), ([0xFE, 0xC0], 10), ([0xFF], 8),
  ]

  /// Whether it is an address of the public Internet, also one of IPv4 within one of IPv6.
  var isPublic: Bool {
    switch bytes.count {
    case 4: return !Self.privateRanges.contains { Self.isIn($0.bytes, $0.bits, bytes) }
    case 16:
      let zeros = bytes.prefix { $0 == 0 }.count
      // ::, ::1, ::a.b.c.d, ::ffff:a.b.c.d, 64:ff9b::a.b.c.d (RFC 6052) and 2002:a.b.c.d:: (RFC 3056).
      if zeros >= 10 || bytes.starts(with: [0, 0x64, 0xFF, 0x9B]) {
        return zeros < 15 && HostAddress(text: "", bytes: Array(bytes[12...])).isPublic
      }
      if bytes.starts(with: [0x20, 0x02]) {
        return HostAddress(text: "", bytes: Array(bytes[2..<6])).isPublic
      }
      return !Self.privateRanges6.contains { Self.isIn($0.bytes, $0.bits, bytes) }
    default: return false
    }
  }

  /// Whether it is an address of this machine.
  var isLocal: Bool {
    ["127.", "::ffff:127."].contains { text.hasPrefix($0) }
      || ["::1", "::", "0.0.0.0"].contains(text)
  }

  private static func isIn(_ range: [UInt8], _ bits: Int, _ bytes: [UInt8]) -> Bool {
    (0..<bits).allSatisfy { bit in
      let mask = UInt8(0x80) >> UInt8(bit % 8)
      let wanted = bit / 8 < range.count ? range[bit / 8] : 0
      return wanted & mask == bytes[bit / 8] & mask
    }
  }
}
