import InboxText
package import Foundation
package import InboxUI

extension Size {
  /// The sizes at which screens are kept: usual, small, and the smallest that works.
  package static let recorded = [
    Size(columns: 80, rows: 24), Size(columns: 40, rows: 12), Size(columns: 20, rows: 5),
  ]

  /// The sizes of large terminals, at which the main screens are kept.
  package static let large = [Size(columns: 120, rows: 40), Size(columns: 200, rows: 50)]
}

extension UIState {
  /// Compares the screen with its file `NAME-COLUMNSxROWS`.
  package func checkGolden(
    _ name: String, at now: Date = .testing(7_200), test: String = #filePath
  ) throws {
    try Golden("\(name)-\(size.columns)x\(size.rows)", test: test)
      .check(frame(at: now, in: .gmt))
  }
}

extension ScreenDriver {
  /// Compares the screen of this moment with its file `NAME-COLUMNSxROWS`.
  package func checkGolden(_ name: String, test: String = #filePath) throws {
    try state.checkGolden(name, at: now, test: test)
  }
}
