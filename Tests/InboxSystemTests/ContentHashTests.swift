import InboxSystem
import Testing

@Suite struct ContentHashTests {
  /// The digests of `sha256sum`.
  @Test(arguments: [
    (0, "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    (55, "9f4390f8d30c2dd92ec9f095b65e2b9ae9b0a925a5258e241c9f1e910f734318"),
    (56, "b35439a4ac6f0948b6d6f9e3c6af0f5f590ce20f1bde7090ef7970686ec6738a"),
    (64, "ffe054fe7ae0cb6dc65c3af9b61d5209f439851db43d0ba5997337df154668eb"),
    (1_000_000, "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0"),
  ])
  func `letters have the hash of sha256sum, in whatever pieces they come`(
    _ count: Int, _ digits: String
  ) {
    let bytes = [UInt8](repeating: UInt8(ascii: "a"), count: count)
    for step in [1_000_000, 63, 64, 65] {
      var hash = ContentHash()
      for start in stride(from: 0, to: count, by: step) {
        bytes[start..<min(start + step, count)].withUnsafeBytes { hash.add($0) }
      }
      #expect(hash.digits == digits)
    }
  }
}
