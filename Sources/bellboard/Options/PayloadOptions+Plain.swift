extension PayloadOptions {
  /// The options that ``plain(_:)`` parses.
  static let plainNames = [
    "--id", "--subtitle", "--source", "--category", "--thread", "--tag", "--priority", "--glyph",
    "--url", "--fold", "--resolves",
  ]

  /// Creates the options without the parser; nil if a value is invalid.
  ///
  /// Each property needs a value here: reading an uninitialized one traps.
  static func plain(_ words: PlainWords) -> PayloadOptions? {
    var options = PayloadOptions()
    options.id = words["--id"]
    options.subtitle = words["--subtitle"]
    options.source = words["--source"]
    options.category = [words["--category"]].compactMap(\.self)
    options.thread = words["--thread"]
    options.tag = [words["--tag"]].compactMap(\.self)
    options.priority = nil
    if let name = words["--priority"] {
      guard let priority = PriorityWord(argument: name) else { return nil }
      options.priority = priority
    }
    options.glyph = words["--glyph"]
    options.url = words["--url"]
    options.fold = words["--fold"]
    options.resolves = words["--resolves"]
    options.clearOthers()
    return (try? options.validate()).map { options }
  }

  private mutating func clearOthers() {
    website = nil
    tapThread = nil
    action = []
    attach = []
    sound = nil
    sentAt = nil
    startsAt = nil
    expiresAt = nil
    custom = nil
    conversionTag = []
    progress = nil
    markdown = false
    silent = false
    alertOnly = false
    resurface = false
  }
}
