import Foundation
import InboxTestSupport
import Testing

@testable import InboxSystem

struct SystemZoneTests {
  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path + "/localtime"
    try link(to: "GMT")
  }

  private func link(to name: String) throws {
    try? FileManager.default.removeItem(atPath: path)
    try FileManager.default.createSymbolicLink(atPath: path, withDestinationPath: name)
  }

  /// The zone that the link names, as the system's library would find it.
  private func zone(isFixed: Bool = false) -> SystemZone {
    let path = path
    return SystemZone(isFixed: isFixed, path: path) {
      let name = try? FileManager.default.destinationOfSymbolicLink(atPath: path)
      return name.flatMap(TimeZone.init(identifier:)) ?? .gmt
    }
  }

  @Test func `a machine that has travelled is noticed, once for all`() throws {
    let zone = zone()
    #expect(zone.now == nil)
    try link(to: "Asia/Tokyo")
    #expect(zone.now?.identifier == "Asia/Tokyo")
    #expect(zone.now?.identifier == "Asia/Tokyo")
    try link(to: "Europe/Berlin")
    #expect(zone.now?.identifier == "Europe/Berlin")
  }

  @Test func `while the file is away the clock hangs where it hung`() throws {
    let zone = zone()
    try link(to: "Asia/Tokyo")
    _ = zone.now
    try FileManager.default.removeItem(atPath: path)
    #expect(zone.now?.identifier == "Asia/Tokyo")
  }

  @Test func `a zone that the environment names never changes`() throws {
    let zone = zone(isFixed: true)
    try link(to: "Asia/Tokyo")
    #expect(zone.now == nil)
  }
}
