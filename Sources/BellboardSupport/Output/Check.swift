import InboxText

/// A check of `doctor`: its subject, its grade, and the finding.
package struct Check: Hashable {
  /// The grade of a check.
  package enum Grade: String {
    case good = "ok"
    case doubtful = "warn"
    case bad = "FAIL"
  }

  /// The grade.
  package var grade: Grade
  /// The subject.
  package var subject: String
  /// The finding and the remedy.
  package var finding: String

  /// Makes a check.
  package init(_ grade: Grade, _ subject: String, _ finding: String) {
    self.grade = grade
    self.subject = subject
    self.finding = finding
  }

  /// The check as a line, made printable.
  package func line(subjectWidth: Int) -> String {
    let head = TextLayout.pad(grade.rawValue, columns: 4)
    return "\(head)  \(TextLayout.pad(subject, columns: subjectWidth))  \(finding.printable())"
  }
}
