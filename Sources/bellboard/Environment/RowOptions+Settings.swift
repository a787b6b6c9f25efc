import InboxSettings
import InboxUI

extension RowOptions {
  /// What the configuration says of the rows; both sides use the same names.
  init(_ settings: Settings) {
    self.init()
    density = Density(rawValue: settings.density.rawValue) ?? density
    parts = Set(settings.rowParts.compactMap { Part(rawValue: $0.rawValue) })
    timeFormat = TimeFormat(rawValue: settings.timeFormat.rawValue) ?? timeFormat
  }
}
