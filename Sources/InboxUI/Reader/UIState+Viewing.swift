import Foundation
import InboxCore

extension UIState {
  /// Performs what only the reader can.
  mutating func perform(_ command: Command.Viewing, at now: Date) -> [Effect] {
    let areas = areas
    switch command {
    case .toggleWrap:
      let wraps = reader?.toggleWrap(in: areas) ?? true
      showStatus(.wrapping(wraps), at: now)
    case .toggleRaw: toggleRaw(at: now)
    case .showPicture: showPicture(at: now)
    case .scrollRight:
      guard reader?.scroll(columns: Self.sidestep, in: areas) != true else { break }
      let key = keymap.names(of: .viewing(.toggleWrap), in: .reader).first
      showStatus(.linesWrapped(key: key), at: now)
    case .scrollLeft:
      guard reader?.scroll(columns: -Self.sidestep, in: areas) != true else { break }
      return leave()
    }
    return []
  }

  /// Columns by which a key scrolls sideways.
  private static let sidestep = 8

  private mutating func toggleRaw(at now: Date) {
    let areas = areas
    guard reader?.message?.format == .markdown else {
      showStatus(.notMarkdown, at: now)
      return
    }
    let isRaw = reader?.toggleRaw(in: areas) ?? false
    showStatus(.markdown(isRaw: isRaw), at: now)
  }
}
