import Foundation
package import InboxCore

/// The paths of the user's files.
package struct Paths: Sendable, Hashable {
  /// The folder that holds one folder for each inbox.
  package var inboxes: String
  /// The configuration file, which need not exist.
  package var configuration: String
  /// The file of mutes, beside the configuration.
  package var mutes: String {
    (configuration as NSString).deletingLastPathComponent + "/mutes.toml"
  }
  /// The folders of themes, in order of precedence.
  package var themeFolders: [String]

  /// Makes paths.
  package init(inboxes: String, configuration: String, themeFolders: [String]) {
    self.inboxes = inboxes
    self.configuration = configuration
    self.themeFolders = themeFolders
  }

  /// Uses `BELLBOARD_HOME`, else the base folders of the XDG specification.
  ///
  /// - Parameters:
  ///   - environment: The variables; relative folders in them are ignored, as specified.
  ///   - accountHome: The home folder if `HOME` is missing; nil to ask the system.
  package init(
    environment: [String: String], accountHome: String? = nil
  ) {
    if let home = environment["BELLBOARD_HOME"], !home.isEmpty {
      let home = Self.absolute(home) ?? Self.trimmed(URL(filePath: home).path)
      self.init(
        inboxes: home + "/inboxes", configuration: home + "/config.toml",
        themeFolders: [home + "/themes"])
      return
    }
    let home =
      Self.absolute(environment["HOME"])
      ?? Self.trimmed(
        accountHome ?? FileManager.default.homeDirectoryForCurrentUser.path)
    let data = Self.absolute(environment["XDG_DATA_HOME"]) ?? home + "/.local/share"
    let config = Self.absolute(environment["XDG_CONFIG_HOME"]) ?? home + "/.config"
    let listed = environment["XDG_DATA_DIRS"].flatMap { $0.isEmpty ? nil : $0 }
    let system = (listed ?? "/usr/local/share:/usr/share").split(separator: ":")
      .compactMap { Self.absolute(String($0)) }
    self.init(
      inboxes: data + "/bellboard/inboxes", configuration: config + "/bellboard/config.toml",
      themeFolders: ([config, data] + system).map { $0 + "/bellboard/themes" })
  }

  /// The folder of one inbox.
  package func folder(of name: InboxName) -> String {
    "\(inboxes)/\(name)"
  }

  /// The folder above the inboxes, where the daemon keeps its own files.
  private var dataFolder: String { (inboxes as NSString).deletingLastPathComponent }

  /// The file of the daemon's state.
  package var daemonState: String { dataFolder + "/daemon.json" }

  /// The lock file of the running daemon.
  package var daemonLock: String { dataFolder + "/daemon.lock" }

  /// The lock file of the program that exchanges an inbox with other machines.
  package func exchangeLock(of name: InboxName) -> String {
    folder(of: name) + "/exchange.lock"
  }

  /// The names of the existing inboxes: folders with a valid name and a database.
  package var inboxNames: [InboxName] {
    let folders = (try? FileManager.default.contentsOfDirectory(atPath: inboxes)) ?? []
    return folders.sorted().compactMap { folder in
      guard let name = try? InboxName(folder),
        FileManager.default.fileExists(atPath: self.folder(of: name) + "/" + Inbox.fileName)
      else { return nil }
      return name
    }
  }

  private static func absolute(_ path: String?) -> String? {
    guard let path, path.hasPrefix("/") else { return nil }
    return trimmed(path)
  }

  /// Without trailing slashes, so that a name can be appended.
  private static func trimmed(_ path: String) -> String {
    var path = path
    while path.hasSuffix("/") { path.removeLast() }
    return path
  }
}
