/// How long the remains of a purged message are kept, in milliseconds; other times are for tests.
///
/// All times count from the timestamp of the purge, so that they are the same on all machines and
/// in the stream. They end in this order: the values of the message expire in the stream, the
/// machines no longer send the mark, the mark expires in the stream, the machines delete it.
package struct PurgeLifetimes: Sendable, Hashable {
  /// How long the mark is sent, and the stream keeps the values of the message; see
  /// ``AbsentMark/lifetime``.
  package var mark = AbsentMark.lifetime
  /// How long the stream keeps the mark after that: a day.
  ///
  /// By then, no machine counts the mark among the values of the stream, and a machine that joins
  /// cannot read values of the message without the mark.
  package var margin: Int64 = 86_400_000
  /// How long a machine keeps the mark; see ``AbsentMark/retention``.
  package var retention = AbsentMark.retention
  /// How long a purge may wait until it is sent; see ``AbsentMark/renewal``.
  package var renewal = AbsentMark.renewal

  /// The times that all machines have.
  package static let `default` = PurgeLifetimes()

  /// Maximum seconds of a value in the stream, a hundred years; servers count in nanoseconds.
  private static let longest: Int64 = 100 * 365 * 86_400

  /// How long the stream keeps the mark of a purge from now on.
  ///
  /// - Parameters:
  ///   - purge: The time of the purge, in milliseconds since 1970.
  ///   - now: The time by the same clock.
  /// - Returns: The time in seconds, at least 1.
  package func secondsOfMark(since purge: Int64, at now: Int64) -> Int64 {
    Self.seconds(from: now, to: purge, plus: mark + margin)
  }

  /// How long the stream keeps other values of a purged message from now on.
  ///
  /// - Parameters:
  ///   - purge: The time of the purge, in milliseconds since 1970.
  ///   - now: The time by the same clock.
  /// - Returns: The time in seconds, at least 1.
  package func secondsOfLeftover(since purge: Int64, at now: Int64) -> Int64 {
    Self.seconds(from: now, to: purge, plus: mark)
  }

  /// The seconds to a time after a purge, rounded up.
  private static func seconds(from now: Int64, to purge: Int64, plus lifetime: Int64) -> Int64 {
    let (end, isLate) = purge.addingReportingOverflow(lifetime)
    let (rest, isLong) = end.subtractingReportingOverflow(now)
    guard !isLate, !isLong else { return longest }
    return (min(max(rest, 1), longest * 1_000) + 999) / 1_000
  }
}
