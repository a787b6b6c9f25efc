#if os(Linux)
  import Foundation
  import InboxTestSupport
  import Testing

  /// What the C programs of the benchmark are linked against.
  struct BenchmarkReferenceTests {
    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func output(of command: String) throws -> String {
      let path = "\(folder.path)/output"
      let process = try ChildProcess(
        "/bin/sh", ["-c", command], environment: ["PATH": "/usr/local/bin:/usr/bin:/bin"],
        output: .file(path))
      #expect(try process.end() == 0)
      return try String(contentsOfFile: path, encoding: .utf8)
    }

    /// The libraries that a program names, without their versions.
    private func libraries(of program: String) throws -> Set<String> {
      let dynamic = try output(of: "LC_ALL=C readelf -d '\(folder.path)/\(program)'")
      return Set(
        dynamic.matches(of: #/\(NEEDED\).*\[([a-z0-9]+)[^\]]*\]/#).map { String($0.output.1) })
    }

    @Test func `references load the C library and what they stand for, and nothing else`() throws {
      _ = try output(of: "'\(BuiltProgram.packageFolder)/Scripts/references' '\(folder.path)'")
      #expect(try libraries(of: "floor").subtracting(["libtinfo"]) == ["libc", "libncursesw"])
      #expect(try libraries(of: "sqlitefloor") == ["libc", "libsqlite3"])
      #expect(try libraries(of: "rawinsert") == ["libc", "libsqlite3"])
    }
  }
#endif
