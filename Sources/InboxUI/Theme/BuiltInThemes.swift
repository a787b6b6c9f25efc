/// The themes that are compiled into the program, so that a lone binary has them all.
public enum BuiltInThemes {
  /// Their names, the standard one first, then by alphabet.
  public static var names: [String] {
    files.map(\.name)
  }

  /// The TOML text of one of them; nil for a name that is not built in.
  public static func text(named name: String) -> String? {
    files.first { $0.name == name }.map { String(decoding: $0.bytes(), as: UTF8.self) }
  }

  private struct File {
    var name: String
    var bytes: () -> [UInt8]
  }

  /// One row for each file in the top-level folder `themes`; a test compares the two.
  private static var files: [File] {
    [
      File(name: "default") { PackageResources.default_toml }
    ]
  }
}
