import InboxText
extension LinkError {
  /// What is wrong with a link, without control characters.
  public func message(about text: String) -> String {
    let shown = TextLayout.truncate(text.printable(), columns: 60)
    return switch self {
    case .noScheme: "“\(shown)” is no link: it has to begin with a scheme such as https:"
    case .hiddenCharacter: "“\(shown)” holds a character that is not seen, and is not opened"
    }
  }
}
