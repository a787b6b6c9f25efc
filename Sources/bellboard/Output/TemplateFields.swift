import ArgumentParser
import InboxCore
import InboxText
import InboxUI

extension TemplateSubject {
  /// The names of the fields in braces, for help.
  static var templateFieldNames: String { fieldNames.map { "{\($0)}" }.joined(separator: ", ") }

  /// Parses the template of `--format`; `\n` and `\t` are a newline and a tab.
  ///
  /// - Throws: `ValidationError`, such as for an unknown field.
  static func template(parsing text: String) throws -> Template {
    let text = text.replacing("\\n", with: "\n").replacing("\\t", with: "\t")
    do throws(TemplateError) {
      return try Template(text, names: fieldNames)
    } catch {
      throw ValidationError("\(error).")
    }
  }
}

extension CountReport: TemplateSubject {
  static let templateFields: [TemplateField<CountReport>] = [
    .init("count", number: { $0.count }),
    .init("unread", number: { $0.counts.unread }),
    .init("read", number: { $0.counts.read }),
    .init("total", number: { $0.counts.listed }),
    .init("deleted", number: { $0.counts.deleted }),
    .init("hidden", number: { $0.counts.hidden }),
    .init("done", number: { $0.counts.done }),
    .init("class", text: { $0.count > 0 ? "some" : "none" }),
    .init("title", text: { $0.newest.first.map(headline) }),
    .init("source", text: { $0.newest.first?.source }),
    .init("titles", text: { $0.newest.map(headline).joined(separator: "\n") }),
  ]

  /// The headline of a message: the first line of its title, else of its excerpt.
  private static func headline(of row: MessageRow) -> String {
    let text = [row.title, row.excerpt].compactMap(\.self).first { !$0.isEmpty } ?? ""
    return text.split(whereSeparator: \.isNewline).first.map(String.init) ?? ""
  }
}
