import Foundation
import InboxTestSupport
import Testing

@testable import InboxSystem

struct ChildProcessTests {
  private typealias Child = InboxSystem.ChildProcess

  @Test func `a program that is not there is an error with its number`() {
    #expect(throws: SystemError(call: "posix_spawn", code: ENOENT)) {
      try Child(["no-such-program-anywhere"], in: .detached)
    }
  }

  @Test(arguments: [("exit 3", InboxSystem.ExitStatus.exited(3)), ("kill -9 $$", .killed(SIGKILL))])
  func `the end of a program is told apart`(line: String, status: InboxSystem.ExitStatus) throws {
    #expect(try Child(["sh", "-c", line], in: .detached).wait() == status)
  }

  @Test func `a stream is replaced by a descriptor of this process`() throws {
    let (input, output) = (try UnnamedFile("hello"), try WakePipe())
    let child = try Child(
      ["cat"], in: .detached,
      replacing: [STDIN_FILENO: input.descriptor, STDOUT_FILENO: output.writing])
    #expect(child.wait().isSuccess)
    #expect(String(decoding: output.drain(), as: UTF8.self) == "hello")
  }

  // Before: a program kept the listening socket of the daemon open, which could not listen again.
  @Test func `a program beside this one gets no descriptor but the standard ones`() throws {
    let (kept, output) = (dup(STDERR_FILENO), try WakePipe())
    defer { close(kept) }
    try #require(kept > STDERR_FILENO)
    let child = try Child(
      ["sh", "-c", "[ -e /proc/self/fd/\(kept) ] && echo kept; echo end"], in: .detached,
      replacing: [STDOUT_FILENO: output.writing])
    #expect(child.wait().isSuccess)
    #expect(String(decoding: output.drain(), as: UTF8.self) == "end\n")
  }

  @Test func `a program that goes on is not waited for longer than asked`() throws {
    let child = try Child(["sleep", "60"], in: .detached)
    #expect(child.wait(upTo: 0.02) == nil)
    child.send(SIGTERM)
    #expect(child.wait() == .killed(SIGTERM))
  }

  @Test func `a process is told from another one with its number`() {
    let current = ProcessIdentity.current
    #expect(current.condition == .running)
    #expect(ProcessIdentity(number: current.number, started: 1).condition == .gone)
  }
}
