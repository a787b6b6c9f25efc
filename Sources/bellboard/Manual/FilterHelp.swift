import InboxCore
import InboxText

/// Help on filter words, generated from their table.
enum FilterHelp {
  /// An introduction, then one line for each word.
  static var text: String {
    """
    Filter words, all of which have to match; of those with the same name any one; a '-' before \
    one negates it:

    """
      + FilterWord.all.map { word in
        let usage = TextLayout.pad(word.name + (word.argument ?? ""), columns: 18)
        return "  \(usage)  \(word.summary)"
      }.joined(separator: "\n")
  }
}
