import Foundation
import InboxSystem
import InboxTestSupport
import Testing

struct FileReplacementTests {
  @Test func `the target of a relative link is replaced, and the link stays`() throws {
    let folder = try TemporaryFolder()
    let target = folder.path + "/real.toml"
    let link = folder.path + "/home/config.toml"
    try FileManager.default.createDirectory(
      atPath: folder.path + "/home", withIntermediateDirectories: false)
    try "old".write(toFile: target, atomically: true, encoding: .utf8)
    try FileManager.default.createSymbolicLink(
      atPath: link, withDestinationPath: "../real.toml")
    try FileReplacement.replace(link, by: "new")
    #expect(try String(contentsOfFile: target, encoding: .utf8) == "new")
    let destination = try FileManager.default.destinationOfSymbolicLink(atPath: link)
    #expect(destination == "../real.toml")
  }
}
