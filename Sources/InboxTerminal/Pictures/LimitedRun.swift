import Foundation
import InboxSystem

/// A run of a program that may neither take long nor much memory, nor print or write much.
struct LimitedRun {
  /// How far a program may go.
  struct Limits: Sendable {
    /// Seconds until it is killed.
    var seconds: Double
    /// Bytes of its output.
    var output: Int
    /// Bytes of each file that it writes.
    var fileSize: Int
  }

  /// Bytes of memory that a program may ask for; an image that claims to be huge asks for more.
  static let memory = 1 << 30

  /// A shell that sets limits on itself and becomes the program; its words are arguments, no code.
  private static let script = """
    { ulimit -c 0; ulimit -t "$1"; ulimit -f "$2"; ulimit -v "$3"; } 2>/dev/null
    shift 3
    exec "$@"
    """

  /// The program and its arguments; found by `PATH`.
  let words: [String]
  /// All variables of its environment.
  let variables: [String: String]
  let limits: Limits

  private var program: String { words.first ?? "" }

  /// Runs the program and collects what it prints.
  ///
  /// - Parameters:
  ///   - standard: The descriptor whose output is collected.
  ///   - streams: Descriptors that stand in for other standard ones.
  ///   - stop: Kills the program when it is woken.
  /// - Returns: The output, and how it ended.
  /// - Throws: ``PictureError``.
  func output(
    of standard: Int32, replacing streams: [Int32: Int32], until stop: WakePipe
  ) throws(PictureError) -> (bytes: [UInt8], status: ExitStatus) {
    let ends: PipeEnds
    let child: ChildProcess
    do throws(SystemError) {
      ends = try PipeEnds()
      do throws(SystemError) {
        defer { close(ends.writing) }
        child = try ChildProcess(
          command, in: .detached, replacing: streams.merging([standard: ends.writing]) { $1 },
          environment: variables)
      } catch {
        close(ends.reading)
        throw error
      }
    } catch {
      throw .notStarted(program: program, reason: error.reason)
    }
    defer { close(ends.reading) }
    let deadline = ContinuousClock.now + .seconds(limits.seconds)
    do throws(PictureError) {
      let bytes = try read(ends.reading, by: deadline, until: stop)
      return (bytes, try end(of: child, by: deadline))
    } catch {
      child.send(SIGKILL)
      _ = child.wait()
      throw error
    }
  }

  /// File sizes are counted in blocks of 512 bytes, memory in KiB.
  private var command: [String] {
    let numbers = [Int(limits.seconds.rounded(.up)), limits.fileSize / 512, Self.memory / 1_024]
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
      if deadline <= .now { throw .slow(program: program, seconds: limits.seconds) }
      guard ready.all.contains(descriptor) else { continue }
      let count = Foundation.read(descriptor, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { return bytes }
      bytes += buffer[..<count]
      guard bytes.count <= limits.output else { throw .noPicture(program: program) }
    }
  }

  /// Waits for the end of a program that has closed its output.
  private func end(
    of child: ChildProcess, by deadline: ContinuousClock.Instant
  ) throws(PictureError) -> ExitStatus {
    guard let status = child.wait(upTo: max(0, (deadline - .now) / .seconds(1))) else {
      throw .slow(program: program, seconds: limits.seconds)
    }
    return status
  }
}
