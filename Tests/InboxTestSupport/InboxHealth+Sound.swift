package import InboxCore

extension InboxHealth {
  /// Whether nothing was found that needs a repair.
  package var isSound: Bool {
    complaints.isEmpty && counts == recount && isSearchIndexSound != false && exposedFiles.isEmpty
  }
}
