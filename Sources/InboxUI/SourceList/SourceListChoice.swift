/// The setting of the list of sources.
package enum SourceListChoice: String, CaseIterable, Sendable, Hashable {
  /// On wide screens; never in the inbox of a host.
  case auto
  /// Wherever there is room.
  case on
  /// Only by its key.
  case off

  /// Minimum columns of a screen for `auto`.
  static let wide = 160
  /// Minimum columns of a screen that has room for it.
  static let leastColumns = 60
  /// Most columns of the list.
  static let mostColumns = 40
}

extension ScreenEnvironment {
  /// The columns of the list of sources with its border; 0 while it is hidden.
  var sourceListColumns: Int {
    guard size.columns >= SourceListChoice.leastColumns, ScreenAreas(size: size).hasBorders else {
      return 0
    }
    let isByItself =
      switch preferences.sourceList {
      case .auto: hostOptions == nil && size.columns >= SourceListChoice.wide
      case .on: true
      case .off: false
      }
    guard showsSourceList ?? isByItself else { return 0 }
    let usual = min(max(size.columns * 3 / 20, 18), 30)
    return max(usual, min(sourceColumns, size.columns / 4, SourceListChoice.mostColumns))
  }

  /// The areas of the list with its preview, right of the list of sources.
  var listAreas: ScreenAreas {
    var areas = areas
    areas.columns -= sourceListColumns
    return areas
  }
}
