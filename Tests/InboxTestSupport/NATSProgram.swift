import Foundation

/// A nats-server that is installed: those of Scripts/setup, and that of the PATH.
package struct NATSProgram: Sendable, CustomStringConvertible {
  package let path: String
  /// What it says when asked for its version, such as `nats-server: v2.9.10`.
  package let version: String

  package var description: String { version }

  /// One of each version.
  package static let all: [NATSProgram] = {
    let tools = "\(BuiltProgram.packageFolder)/.build/tools"
    let names = (try? FileManager.default.contentsOfDirectory(atPath: tools)) ?? []
    let folders = (ProcessInfo.processInfo.environment["PATH"] ?? "").split(separator: ":")
    let paths =
      names.sorted().filter { $0.hasPrefix("nats-server") }.map { "\(tools)/\($0)" }
      + folders.map { "\($0)/nats-server" } + ["/usr/sbin/nats-server"]
    var programs: [NATSProgram] = []
    for path in paths where FileManager.default.isExecutableFile(atPath: path) {
      guard let version = try? version(of: path) else { continue }
      if !programs.contains(where: { $0.version == version }) {
        programs.append(NATSProgram(path: path, version: version))
      }
    }
    return programs
  }()

  /// Those that can begin with TLS, which came with 2.10.
  package static let withTLSFirst = all.filter { !$0.version.contains("v2.9.") }

  private static func version(of path: String) throws -> String {
    let folder = try TemporaryFolder()
    let output = folder.path + "/version"
    let child = try ChildProcess(path, ["--version"], environment: [:], output: .file(output))
    try child.end()
    return try String(contentsOfFile: output, encoding: .utf8)
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }
}
