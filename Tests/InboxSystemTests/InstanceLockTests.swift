import Foundation
import InboxSystem
import InboxTestSupport
import Testing

@Suite struct InstanceLockTests {
  @Test func `who comes second is told who holds it, until it is given back`() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/lock"
    let lock = try InstanceLock(path)
    #expect(throws: InstanceLock.Held(path: path, process: getpid())) { try InstanceLock(path) }
    lock.release()
    try InstanceLock(path).release()
    #expect(FileStatus(path: path)?.permissions == 0o600)
  }

  @Test func `a folder that is not there is an error of the system`() {
    #expect(throws: SystemError(call: "open", code: ENOENT)) {
      try InstanceLock("/nowhere/lock")
    }
  }
}
