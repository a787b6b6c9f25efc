/// The numbers beside the loop: of tabs, of groups in sight, and the lengths of lists.
struct ListCounts: Sendable {
  /// The tabs, and their numbers.
  var tabs = TabState()
  /// The numbers of the groups in sight.
  var groups = GroupCountState()
  /// The lengths of lists, as far as they were counted.
  var totals = ListTotals()
}
