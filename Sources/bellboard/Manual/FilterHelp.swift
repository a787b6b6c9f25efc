import InboxCore
import InboxText

/// The filter words, explained for help texts from their own table.
enum FilterHelp {
  /// A paragraph and one line a word.
  static var text: String {
    """
    Filter words, all of which have to match; of those with the same name any one; a '-' before \
    one turns it round:

    """
      + FilterWord.all.map { word in
        let usage = TextLayout.pad(word.name + (word.argument ?? ""), columns: 18)
        return "  \(usage)  \(word.summary)"
      }.joined(separator: "\n")
  }
}
