extension Settings {
  /// A configuration file that says nothing yet: every setting, commented out at its default.
  public static var template: String {
    var text = """
      # Bellboard's configuration.
      #
      # Each setting stands here with its default, behind a '# '. Take that away and change
      # the value; an open screen follows as soon as the file is saved, or on R.
      # 'bellboard config check' says what is wrong with it.


      """
    for row in rows {
      text += "# \(sentence(row.summary)) Takes: \(row.type).\n"
      text += "# \(row.path) = \(row.standard)\n\n"
    }
    return text + keysTemplate
  }

  private static let keysTemplate = """
    # Keys: [keys] holds wherever the command applies, [keys.list], [keys.reader] and so on in
    # one place. 'unbind' takes a key's meaning away. 'bellboard keys' lists keys and commands.
    # [keys]
    # "x" = "delete"
    # "C-n" = "move-down"
    # [keys.reader]
    # "x" = "unbind"

    """

  private static func sentence(_ summary: String) -> String {
    summary.prefix(1).uppercased() + summary.dropFirst() + "."
  }
}
