import Testing

@testable import InboxSources

@Suite("SHA-256") struct SHA256Tests {
  // The examples of FIPS 180-4, and the lengths around a block's end.
  @Test(arguments: [
    ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
    ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
      "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1"
    ),
    (
      String(repeating: "a", count: 1_000),
      "41edece42d63e8d9bf515a9ba6932e1c20cbc9f5a5d134645adb5db1b9737ea3"
    ),
  ])
  func `texts have their known hashes`(_ text: String, _ hash: String) {
    #expect(SHA256.hash(Array(text.utf8)).hexadecimal == hash)
  }

  // RFC 4231, and the example of GitHub's page on webhooks.
  @Test func `codes under a key are the known ones`() {
    #expect(
      SHA256.code(Array("Hi There".utf8), key: Array(repeating: 0x0b, count: 20)).hexadecimal
        == "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7")
    #expect(
      SHA256.code(
        Array("Test Using Larger Than Block-Size Key - Hash Key First".utf8),
        key: Array(repeating: 0xaa, count: 131)
      ).hexadecimal == "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54")
    #expect(
      SHA256.code(
        Array("Hello, World!".utf8), key: Array("It's a Secret to Everybody".utf8)
      ).hexadecimal == "757107ea0eb2509fc211221cce984b8a37570b6d7586c22c46f4379c8b043e17")
  }
}
