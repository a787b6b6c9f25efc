import InboxText
import Foundation
import InboxUI

/// Why a new file could not be written.
struct NewFileError: Error {
  var path: String
  /// What the system said.
  var code: Int32
}

extension NewFileError: Reportable {
  var report: String {
    code == EEXIST
      ? "\(path.printable()) is there already and was kept; move it away to begin anew"
      : "cannot write \(path.printable()): \(String(cString: strerror(code)))"
  }
}
