import InboxText
import InboxUI

/// One thing that `doctor` looked at.
struct Check: Hashable {
  /// How it is.
  enum Grade: String {
    case good = "ok"
    case doubtful = "warn"
    case bad = "FAIL"
  }

  /// How it is.
  var grade: Grade
  /// What was looked at.
  var subject: String
  /// What was found, and what to do about it.
  var finding: String

  /// Makes a check.
  init(_ grade: Grade, _ subject: String, _ finding: String) {
    self.grade = grade
    self.subject = subject
    self.finding = finding
  }

  /// The check as a line, made printable.
  func line(subjectWidth: Int) -> String {
    let head = TextLayout.pad(grade.rawValue, columns: 4)
    return "\(head)  \(TextLayout.pad(subject, columns: subjectWidth))  \(finding.printable())"
  }
}
