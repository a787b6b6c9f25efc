/// The names of schemes, such as `https`.
public enum LinkScheme {
  /// Those that are opened without a question unless the configuration says otherwise.
  public static let `default` = ["http", "https", "mailto"]

  /// Whether a text can be the name of a scheme, in lower case.
  public static func isValid(_ name: String) -> Bool {
    guard let first = name.utf8.first, isLetter(first) else { return false }
    return name.utf8.allSatisfy { byte in
      isLetter(byte) || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
        || [UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: ".")].contains(byte)
    }
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
  }
}
