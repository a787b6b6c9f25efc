import Foundation
import InboxTOML

extension LoadedTheme {
  /// What makes rows hard to read or to tell apart, as lines of the form
  /// `path:line:column: warning: …`.
  package var warnings: [String] {
    var found = theme.faintTexts.map { ($0.path, $0.words) }
    found += theme.textlessRows.map { status in
      (status, "\(status) has no line for title and message; the title is shown")
    }
    if theme.differsByColorAlone {
      found.append(
        (
          "unread",
          "read and unread rows differ by color alone, so without colors they are the same"
        ))
    }
    let documents = sources.map { TOMLDocument($0.text, file: $0.path) }
    return found.map { path, words in
      "\(Self.place(of: path, in: documents)): warning: \(words)"
    }
  }

  /// The position of a key, or of the table around it, in the first file that has it.
  private static func place(of path: TOMLPath, in documents: [TOMLDocument]) -> String {
    var wanted: TOMLPath? = path
    while let path = wanted, !path.components.isEmpty {
      if let document = documents.first(where: { $0.value(at: path) != nil }) {
        let position = document.keyPosition(of: path)
        return "\(document.file):\(position.line):\(position.column)"
      }
      wanted = path.parent
    }
    return documents.first?.file ?? ""
  }
}

extension FaintText {
  fileprivate var words: String {
    let place = isSelected ? " on the selected row" : ""
    let ratio = String(format: "%.2f", contrast)
    return "\(key)\(place) has a contrast of \(ratio), below \(least)"
  }
}

extension Theme {
  /// The statuses whose rows would have neither title nor message.
  fileprivate var textlessRows: [TOMLPath] {
    [("unread", unread), ("read", read)].compactMap { path, look in
      look.titleLines == 0 && look.messageLines == 0 ? path : nil
    }
  }

  /// Whether read and unread rows look the same where there are no colors.
  fileprivate var differsByColorAlone: Bool {
    let hasTitle = (unread.titleLines > 0, read.titleLines > 0)
    let hasMessage = (unread.messageLines > 0, read.messageLines > 0)
    guard unread.mark == read.mark, hasTitle.0 == hasTitle.1,
      hasMessage.0 == hasMessage.1
    else { return false }
    let isMarkBlank = unread.mark.allSatisfy(\.isWhitespace)
    let parts: [(isShown: Bool, unread: Role, read: Role)] = [
      (!isMarkBlank, .unreadMark, .readMark), (hasTitle.0, .unreadTitle, .readTitle),
      (hasMessage.0, .unreadMessage, .readMessage), (true, .unreadTime, .readTime),
    ]
    return parts.filter(\.isShown).allSatisfy { part in
      attributes(of: [.unread, part.unread]) == attributes(of: [.read, part.read])
    }
  }

  /// The attributes of a text, absent ones as false.
  private func attributes(of roles: [Role]) -> [Bool] {
    let style = style(for: RoleSet(roles.map { RoleSet($0) }), at: .none)
    return ThemeSchema.attributes.map { style[keyPath: $0.value] ?? false }
  }
}
