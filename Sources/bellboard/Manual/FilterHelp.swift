import InboxCore
import InboxText

/// Help on filter words, generated from their table.
enum FilterHelp {
  /// An introduction, then one line for each word.
  static var text: String {
    """
    Filter words, all of which have to match; of those with the same name any one, but for words, text:, \
    url:, id: and custom. (all); a '-' before \
    one negates it:

    """
      + HelpTable.text(
        FilterWord.all.map { ($0.name + ($0.argument ?? ""), $0.summary) }, termColumns: 18)
  }
}
