import Foundation

/// A nats-server on a free port of the loopback, with a folder of its own; killed at the end.
package final class NATSServer {
  package let folder: TemporaryFolder
  package let port: Int
  private let process: ChildProcess

  /// A server that did not start; the end of its log.
  package struct NotStarted: Error {
    package var log: String
  }

  /// Starts a server.
  package init(
    _ program: NATSProgram, _ configuration: String = "", hasJetStream: Bool = true,
    limits: String = "", in folder: TemporaryFolder? = nil
  ) throws {
    let folder = try folder ?? TemporaryFolder()
    self.folder = folder
    let jetStream = hasJetStream ? "jetstream { store_dir: \"FOLDER/store\"; \(limits) }" : ""
    let text = """
      listen: "127.0.0.1:-1"
      ports_file_dir: "FOLDER"
      \(jetStream)
      \(configuration)
      """.replacing("FOLDER", with: folder.path)
    let (file, log) = (folder.path + "/server.conf", folder.path + "/log")
    try Data(text.utf8).write(to: URL(filePath: file))
    let process = try ChildProcess(
      program.path, ["-c", file], environment: ["PATH": "/usr/bin:/bin"], errors: .file(log))
    self.process = process
    let ports =
      "\(folder.path)/\(URL(filePath: program.path).lastPathComponent)"
      + "_\(process.identifier).ports"
    var found: Int?
    _ = eventually {
      found = Self.port(in: ports)
      return found != nil || process.hasEnded
    }
    guard let found else {
      let text = (try? String(contentsOfFile: log, encoding: .utf8)) ?? ""
      throw NotStarted(log: String(text.suffix(600)))
    }
    port = found
  }

  /// The port of the clients in the file that the server writes when it listens.
  private static func port(in path: String) -> Int? {
    guard let data = FileManager.default.contents(atPath: path),
      let fields = try? JSONDecoder().decode([String: [String]].self, from: data),
      let url = fields["nats"]?.first
    else { return nil }
    return url.split(separator: ":").last.flatMap { Int($0) }
  }

  /// Ends it as an administrator does, so that its files are complete.
  package func stop() throws {
    process.send(SIGTERM)
    _ = try process.end()
  }

  /// Sends it a signal.
  package func send(_ signal: Int32) { process.send(signal) }

  /// Writes a file that only its owner can read, and returns its path.
  package func secret(_ name: String, _ text: String) throws -> String {
    let path = "\(folder.path)/\(name)"
    try Data(text.utf8).write(to: URL(filePath: path))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    return path
  }
}
