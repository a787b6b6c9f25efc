import Foundation
import InboxCore
import InboxTOML

extension Settings {
  /// The filters that a key of the screen goes through.
  static let filterRow = Row(
    path: "filters", type: "list of filters",
    defaultValue: #"["", "is:unread", "is:pinned", "is:deleted"]"#,
    summary: "what f shows in turn on the screen, in filter words; an empty one is everything"
  ) { reader, path, settings in
    guard let texts = reader.strings(at: path) else { return }
    let problems = texts.enumerated().compactMap { index, text in
      problem(of: text).map { (path.appending(index: index), $0) }
    }
    for (place, problem) in problems { reader.report(problem, at: place) }
    if problems.isEmpty { settings.filters = texts }
  }

  /// What is wrong with a filter; days are reckoned when it is used, and here from any.
  private static func problem(of text: String) -> TOMLError.Kind? {
    do throws(FilterError) {
      _ = try MessageFilter(
        parsing: text, now: Date(timeIntervalSinceReferenceDate: 0), timeZone: .gmt)
      return nil
    } catch {
      return .badValue(
        text, expected: "a filter word at character \(error.column)", nearest: error.nearest)
    }
  }
}
