import Foundation
import InboxSystem

/// A run of a program with limits on time, memory, output and file size.
struct LimitedRun {
  /// Maximum bytes of memory; an image that claims to be huge needs more.
  static let memory = 1 << 30

  /// A shell script that sets the limits and executes the program; its words are arguments, not
  /// code.
  private static let script = """
    { ulimit -c 0; ulimit -t "$1"; ulimit -f "$2"; ulimit -v "$3"; } 2>/dev/null
    shift 3
    exec "$@"
    """

  /// The program and its arguments; found by `PATH`.
  let words: [String]
  /// The whole environment.
  let variables: [String: String]
  /// Timeout in seconds, after which it is killed.
  let seconds: Double
  /// Maximum bytes of output.
  let mostOutput: Int
  /// Maximum bytes of each file that it writes.
  let fileSize: Int

  private var program: String { words.first ?? "" }

  /// Runs the program and collects its output.
  ///
  /// - Parameters:
  ///   - standard: The descriptor whose output is collected.
  ///   - streams: Descriptors that replace other standard ones.
  ///   - stop: Kills the program when woken.
  /// - Returns: The output and the exit status.
  /// - Throws: ``PictureError``.
  func output(
    of standard: Int32, replacing streams: [Int32: Int32], until stop: WakePipe
  ) throws(PictureError) -> (bytes: [UInt8], status: ExitStatus) {
    let (child, reading): (ChildProcess, Int32)
    do throws(SystemError) {
      (child, reading) = try ChildProcess.piping(
        standard, of: command, in: .detached, replacing: streams, environment: variables)
    } catch {
      throw .notStarted(program: program, reason: error.reason)
    }
    defer { close(reading) }
    let deadline = ContinuousClock.now + .seconds(seconds)
    do throws(PictureError) {
      let bytes = try read(reading, by: deadline, until: stop)
      guard let status = child.wait(upTo: max(0, (deadline - .now) / .seconds(1))) else {
        throw .slow(program: program, seconds: seconds)
      }
      return (bytes, status)
    } catch {
      child.send(SIGKILL)
      _ = child.wait()
      throw error
    }
  }

  /// File sizes are counted in blocks of 512 bytes, memory in KiB.
  private var command: [String] {
    let numbers = [Int(seconds.rounded(.up)), fileSize / 512, Self.memory / 1_024]
    return ["sh", "-c", Self.script, "sh"] + numbers.map(String.init) + words
  }

  private func read(
    _ descriptor: Int32, by deadline: ContinuousClock.Instant, until stop: WakePipe
  ) throws(PictureError) -> [UInt8] {
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let left = max(0, (deadline - .now) / .seconds(1))
      let ready = Descriptors.wait(
        for: [.readable(descriptor), .readable(stop.reading)], atMost: left)
      if ready.all.contains(stop.reading) { throw .stopped }
      if deadline <= .now { throw .slow(program: program, seconds: seconds) }
      guard ready.all.contains(descriptor) else { continue }
      let count = Foundation.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
      guard bytes.count <= mostOutput else { throw .noPicture(program: program) }
    }
  }
}
