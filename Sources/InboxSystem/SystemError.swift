import Foundation

/// A failed system call and its error number.
package struct SystemError: Error, Sendable, Hashable, CustomStringConvertible {
  /// Name of the call.
  package var call: String
  /// Its error number.
  package var code: Int32

  /// Makes an error from a call and its `errno`.
  package init(call: String, code: Int32 = errno) {
    self.call = call
    self.code = code
  }

  /// The call and the reason of its failure.
  package var description: String { "\(call): \(reason)" }

  /// The system's description of the error, such as "No such file or directory".
  package var reason: String { String(cString: strerror(code)) }
}
