import Testing

@testable import InboxText

@Suite struct ByteSizeTests {
  @Test(
    arguments: [
      (0, "0 B"), (999, "999 B"), (1_000, "1.0 kB"), (4_249, "4.2 kB"), (9_949, "9.9 kB"),
      (9_960, "10 kB"), (999_400, "999 kB"), (999_600, "1.0 MB"), (42_000_000_000, "42 GB"),
      (-5, "0 B"), (.max, "9.2 EB"),
    ] as [(Int64, String)])
  func `sizes are shown in the unit that fits`(bytes: Int64, expected: String) {
    #expect(ByteSize.text(bytes) == expected)
  }
}
