extension CommandInfo {
  /// Whether the command means something outside of prompts and menus.
  var isTypeable: Bool { group != .typing && command != .commandLine && command != .interrupt }
}
