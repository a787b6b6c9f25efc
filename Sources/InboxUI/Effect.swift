/// An effect: a request of the screen to the inbox, the pane or the host.
///
/// Requests to the inbox end with ``Event/answered(_:)`` or ``Event/requestFailed(_:_:)``, unless
/// cancelled. ``RequestTurn`` says when each is performed.
package enum Effect: Sendable, Hashable {
  /// A request to the inbox.
  case store(AnyStoreRequest)
  /// A request to the pane.
  case pane(PaneRequest)
  /// A request to the host.
  case host(HostRequest)

  /// The request to the inbox, if it is of this type.
  package func request<Asked: StoreRequest>(_: Asked.Type) -> Asked? {
    if case .store(let any) = self { any.request as? Asked } else { nil }
  }
}

/// A request of the screen to its pane.
package enum PaneRequest: Sendable, Hashable {
  /// Let the host decide which taps it handles.
  case decide(DecideTaps)
  /// Copy a text to the clipboard.
  case copy(CopyText)
  /// Save a stored file under a path.
  case save(SaveFile)
  /// Reload configuration, keys and theme; answered by
  /// ``Event/configured(theme:keymap:preferences:problems:)``.
  case reloadConfiguration
  /// Switch to another theme; answered like ``reloadConfiguration``.
  case useTheme(String)
  /// Mute or unmute a source or thread.
  case mute(ChangeMute)
  case listMutes(ListMutes)
  case findDaemon(FindDaemon)
  /// Write tabs or a rule to the configuration.
  case edit(EditConfiguration)
  /// Write the look to the configuration.
  case keepLook(KeepLook)
  /// Read a theme for a preview; one that cannot be read is not answered.
  case previewTheme(PreviewTheme)
  /// Draw an image; cancels the earlier request.
  case picture(PictureRequest)
  /// Cancel the request for a picture, which is then not answered.
  case stopPicture
  case listThemes(ListThemes)
  case listInboxes(ListInboxes)
  case openInbox(OpenInbox)
  /// Dispatch the next queued input after the effects before this one.
  case releaseInput(ReleaseInput)

  /// Whether it switches the theme.
  var isTheme: Bool {
    if case .useTheme = self { true } else { false }
  }
}
