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
      File(name: "default") { PackageResources.default_toml },
      File(name: "catppuccin-mocha") { PackageResources.catppuccin_mocha_toml },
      File(name: "dark") { PackageResources.dark_toml },
      File(name: "gruvbox-dark") { PackageResources.gruvbox_dark_toml },
      File(name: "high-contrast") { PackageResources.high_contrast_toml },
      File(name: "indigo") { PackageResources.indigo_toml },
      File(name: "light") { PackageResources.light_toml },
      File(name: "monochrome") { PackageResources.monochrome_toml },
      File(name: "nord") { PackageResources.nord_toml },
      File(name: "solarized-dark") { PackageResources.solarized_dark_toml },
      File(name: "solarized-light") { PackageResources.solarized_light_toml },
    ]
  }
}
