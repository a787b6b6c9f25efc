import InboxSettings
import InboxUI
import Testing

@testable import bellboard

/// The configuration and the screen name the same choices.
struct RowOptionsTests {
  @Test func `every choice of the configuration is one of the screen, and the other way round`() {
    #expect(Settings().filters == ScreenPreferences.standardFilters)
    #expect(
      Settings.Density.allCases.map(\.rawValue) == RowOptions.Density.allCases.map(\.rawValue))
    #expect(Settings.RowPart.allCases.map(\.rawValue) == RowOptions.Part.allCases.map(\.rawValue))
    #expect(
      Settings.TimeFormat.allCases.map(\.rawValue) == RowOptions.TimeFormat.allCases.map(\.rawValue)
    )
  }

  @Test func `what is configured reaches the screen`() {
    var settings = Settings()
    settings.density = .compact
    settings.rowParts = [.time]
    settings.timeFormat = .clock
    settings.filters = ["tag:ops"]
    #expect(settings.preferences.filters == ["tag:ops"])
    let options = RowOptions(settings)
    #expect(options.density == .compact)
    #expect(options.parts == [.time])
    #expect(options.timeFormat == .clock)
  }
}
