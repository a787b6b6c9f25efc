import Testing

/// A screen that is kept in a golden file: a row of a table of screens.
package struct KeptScreen: Sendable, CustomTestStringConvertible {
  /// The name of the file, without the size.
  package let name: String
  /// What the screen shows, which names the case in a test run.
  package let testDescription: String
  private let prepare: @Sendable (inout ScreenDriver) throws -> Void

  /// Makes a row.
  package init(
    _ name: String, _ outcome: String,
    _ prepare: @escaping @Sendable (inout ScreenDriver) throws -> Void
  ) {
    (self.name, testDescription, self.prepare) = (name, outcome, prepare)
  }

  /// Leads there from a screen, and compares it with its file.
  package func check(from start: ScreenDriver, test: String = #filePath) throws {
    var driver = start
    try prepare(&driver)
    try driver.checkGolden(name, test: test)
  }
}
