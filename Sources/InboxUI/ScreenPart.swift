import Foundation

/// A part of the screen that follows events, reads by itself, or changes with time.
///
/// All of it is in the folder of the part; ``UIState/parts`` registers it. Its commands come to it by
/// their group, and ``FrameComposer`` draws it.
protocol ScreenPart: SendableMetatype {
  /// Follows an event that the screen has handled. Further effects are added to those of the state.
  static func follow(_ event: Event, in state: inout UIState)
  /// Requests what is shown and neither read nor requested.
  static func requestReads(in state: inout UIState)
  /// The next times at which it changes without an event.
  static func deadlines(in state: UIState, at now: Date) -> [Date?]
  /// Does what is due.
  static func tick(in state: inout UIState)
}

extension ScreenPart {
  static func follow(_ event: Event, in state: inout UIState) {}
  static func requestReads(in state: inout UIState) {}
  static func deadlines(in state: UIState, at now: Date) -> [Date?] { [] }
  static func tick(in state: inout UIState) {}
}
