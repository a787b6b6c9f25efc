import Foundation
import InboxCore

extension UIState {
  /// Performs what changes how a message is shown.
  mutating func perform(_ command: Command.Viewing, at now: Date) -> [Effect] {
    let areas = areas
    switch command {
    case .toggleWrap:
      let wraps = reader?.toggleWrap(in: areas) ?? true
      showStatus(.wrapping(wraps), at: now)
    case .toggleRaw: toggleRaw(at: now)
    case .toggleFields: toggleFields(at: now)
    case .showPicture:
      if let status = stack.reader?.showPicture(in: areas, environment) {
        showStatus(status, at: now)
      }
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

  /// Opens the sender's own fields in the reader or in the preview, or folds them.
  private mutating func toggleFields(at now: Date) {
    let areas = areas
    let isOpen: Bool?
    if screen == .reader {
      isOpen = reader?.toggleFields(in: areas)
    } else if let split {
      isOpen = preview.toggleFields(in: split.preview)
    } else {
      let key = keymap.names(of: .previewing(.preview), in: context).first
      return showStatus(.previewOff(key: key), at: now)
    }
    showStatus(isOpen.map { .fields(isOpen: $0) } ?? .noFields, at: now)
  }

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
