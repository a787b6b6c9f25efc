import BellboardSupport
import Foundation
import InboxCore
import InboxText

extension ExpectationState {
  /// The check of an expected source in `doctor`.
  func check(at now: Date, in zone: TimeZone) -> Check {
    let source = expectation.sources.path.printable()
    guard let heardAt, let deadline else {
      return Check(
        .doubtful, "expect",
        "\(source) has sent nothing yet; it is watched from its first message on")
    }
    let last = "\(source) sent its last message on \(AbsoluteTime.text(heardAt, in: zone))"
    if isReported { return Check(.doubtful, "expect", "\(last), and its silence is reported") }
    guard deadline > now else {
      return Check(
        .doubtful, "expect",
        "\(last); the next one was due by \(AbsoluteTime.text(deadline, in: zone)), and bellboardd or the"
          + " next screen reports it")
    }
    return Check(
      .good, "expect", "\(last); the next one is due by \(AbsoluteTime.text(deadline, in: zone))")
  }
}
