import Foundation

extension ThemeLookup {
  /// The themes in a folder; none when it cannot be read.
  static func names(in folder: String) -> [String] {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
    return files.filter { $0.hasSuffix(".toml") && !$0.hasPrefix(".") }.map {
      String($0.dropLast(5))
    }
  }
}
