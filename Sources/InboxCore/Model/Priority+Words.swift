extension Priority {
  /// The words of other systems for urgency, in one table for every source and command.
  ///
  /// They are those of syslog and logging libraries, Prometheus, Grafana, PagerDuty, Sentry, Zabbix,
  /// GitHub, Jira, Opsgenie, APNs and chats.
  package static let words: [String: Priority] = {
    let table: KeyValuePairs<Priority, String> = [
      .max: "alert blocker crit critical disaster emerg emergency fatal highest immediate p1 page",
      .max: "panic sev1 urgent",
      .high: "average danger err error important major p2 serious sev2 severe time-sensitive",
      .high: "warn warning",
      .default: "active medium minor moderate normal notice p3 sev3",
      .low: "good info information informational note ok p4 passive resolved sev4 success",
      .min: "debug lowest none p5 sev5 trace trivial verbose",
    ]
    var words: [String: Priority] = [:]
    for (priority, names) in table {
      for name in names.split(separator: " ") { words[String(name)] = priority }
    }
    return words
  }()
}
