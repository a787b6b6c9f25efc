extension Settings {
  /// A configuration file that says nothing yet: every setting, commented out at its default.
  public static var template: String {
    var text = """
      # Bellboard's configuration.
      #
      # Each setting stands here with its default, behind a '# '. Take that away and change
      # the value. 'bellboard config check' says what is wrong with it.

      """
    text += comment(following) + "\n\n"
    for row in rows {
      text += "# \(row.sentence)\n"
      text += "# \(row.path) = \(row.defaultValue)\n\n"
    }
    return text + comment(keys) + comment(keysExample)
  }

  /// When a change of the file shows.
  public static let following = """
    An open screen follows as soon as the file is saved, or on R; inbox, sort, color
    and maximum_notifications count from the next start.
    """

  /// How the file binds keys.
  public static let keys = """
    [keys] binds a key wherever its command applies, [keys.list], [keys.reader] and so on
    in one place; 'unbind' takes a key's meaning away. 'bellboard keys' lists the commands.
    """

  /// Some bindings, as a file has them.
  public static let keysExample = """
    [keys]
    "x" = "delete"
    "C-n" = "move-down"
    [keys.reader]
    "x" = "unbind"
    """

  private static func comment(_ text: String) -> String {
    text.split(separator: "\n").map { "# \($0)\n" }.joined()
  }
}

extension Settings.Row {
  /// What it is for and what it takes, in two sentences.
  public var sentence: String {
    "\(summary.prefix(1).uppercased() + summary.dropFirst()). Takes: \(type)."
  }
}
