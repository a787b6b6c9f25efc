import Foundation

/// Where the build puts the programs that tests run.
package enum BuiltProgram {
  /// Path of a program that was built beside the running tests.
  package static func path(_ name: String) -> String {
    // The test bundle lies in the same folder.
    let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
    let runner = link.map { URL(fileURLWithPath: $0) } ?? Bundle.main.bundleURL
    let folders = CommandLine.arguments.map { URL(fileURLWithPath: $0) } + [runner]
    let paths = folders.map { $0.deletingLastPathComponent().appendingPathComponent(name).path }
    return paths.first { FileManager.default.isExecutableFile(atPath: $0) } ?? name
  }

  /// Path of the package's sources.
  package static let packageFolder = URL(filePath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent().path
}
