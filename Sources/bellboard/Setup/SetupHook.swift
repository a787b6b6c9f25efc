import Foundation

/// The lines in a shell's start file that load the shell hook.
struct SetupHook: Hashable {
  let shell: String
  /// The path of its start file.
  let path: String
  /// The text to append to it.
  let lines: String

  /// Finds the hook of the user's shell; nil for an unsupported shell or without `HOME`.
  init?(variables: [String: String]) {
    guard let home = variables["HOME"], home.hasPrefix("/"),
      let name = variables["SHELL"]?.split(separator: "/").last.map(String.init),
      let shell = ShellHook.Shell(rawValue: name)
    else { return nil }
    let line: String
    switch shell {
    case .bash: (path, line) = (home + "/.bashrc", "eval \"$(bellboard hook bash)\"")
    case .zsh:
      let folder = variables["ZDOTDIR"].flatMap { $0.hasPrefix("/") ? $0 : nil } ?? home
      (path, line) = (folder + "/.zshrc", "eval \"$(bellboard hook zsh)\"")
    case .fish:
      let folder = variables["XDG_CONFIG_HOME"].flatMap { $0.hasPrefix("/") ? $0 : nil }
      path = (folder ?? home + "/.config") + "/fish/config.fish"
      line = "bellboard hook fish | source"
    }
    self.shell = name
    lines = "# Notify when long commands finish.\n\(line)\n"
  }

  /// Whether the start file loads a hook already.
  var isThere: Bool { text.contains("bellboard hook") }

  /// The text of the start file with the hook.
  var changedText: String {
    text.isEmpty || text.hasSuffix("\n") ? text + lines : text + "\n" + lines
  }

  /// The text of the start file; empty if there is none.
  var text: String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }
}
