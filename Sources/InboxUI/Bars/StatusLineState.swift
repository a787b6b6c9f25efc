/// The status line, and which of its texts may be updated or withdrawn.
struct StatusLineState: Sendable, Hashable {
  /// What it shows.
  var message: StatusMessage?
  /// The status that names the filter, as long as the number of messages may still come.
  var filterStatus: StatusMessage?
  /// The status of the last configuration, which the next one withdraws.
  var configurationStatus: StatusMessage?
}
