/// What a setting is called elsewhere: keys of near meaning, for suggestions.
enum KeyMeanings {
  /// Groups of words that mean the same in the settings of programs.
  private static let groups: [[String]] = [
    ["listen", "port", "address", "host", "bind", "interface", "socket", "listen_address"],
    ["server", "url", "servers", "urls", "address", "host", "broker", "endpoint"],
    ["machine", "name", "hostname", "device", "node", "computer"],
    ["folder", "directory", "dir", "path"],
    ["creds", "credentials", "credentials_file", "user", "username", "password"],
    ["token_file", "token", "tokens", "auth", "password", "api_key", "access_token"],
    ["secret_file", "secret", "signing_secret", "key"],
    ["key", "key_file", "secret", "passphrase", "password", "private_key", "tls_key"],
    ["certificate", "cert", "tls", "tls_cert", "ssl"],
    ["ca", "ca_file", "tls_ca", "cacert"],
    ["enabled", "enable", "active", "disabled"],
    ["receive", "enabled", "mode", "capture"],
    ["topics", "topic", "channels", "channel", "subscribe"],
    ["every", "interval", "period", "schedule", "frequency"],
    ["command", "run", "exec", "script", "program"],
    ["filter", "match", "when", "query", "condition"],
    ["inboxes", "inbox"],
    ["template", "vendor", "format", "type", "kind"],
    ["sort", "order", "order_by", "sort_by"],
    ["group", "group_by", "grouping"],
    ["color", "colors", "colour", "colours"],
    ["keys", "keymap", "bindings", "keybindings", "shortcuts"],
    [
      "maximum_notifications", "maximum", "max", "limit", "history", "max_messages",
      "max_notifications", "retention",
      "keep",
    ],
    ["fold_repeats", "dedupe", "deduplicate", "repeats"],
    ["opener", "open_command", "open_with"],
    ["density", "compact", "row_height"],
    ["time_format", "date_format", "clock"],
    ["source_list", "sidebar"],
    ["auto_tabs", "show_tabs"],
    ["do_not_disturb", "dnd", "silent"],
    ["quiet_hours", "quiet", "dnd_hours", "silent_hours"],
    ["banner_seconds", "banner_timeout", "timeout"],
    ["sound", "bell", "beep"],
    ["desktop", "notify", "notifications", "popup"],
    ["clipboard", "copy", "copy_command"],
    ["priority", "urgency", "importance", "level", "severity"],
    ["max_file_size", "max_size", "maximum_size", "size_limit"],
    ["size", "max_size", "maximum_size", "limit"],
    ["rate", "rate_limit", "limit", "max_rate"],
    ["connections", "max_connections", "maximum_connections"],
  ]

  /// The known key of the same meaning as an unknown one; nil if there is none.
  static func known(for key: String, among known: some Collection<String>) -> String? {
    let wanted = key.lowercased().replacing("-", with: "_")
    if wanted != key, known.contains(wanted) { return wanted }
    for group in groups where group.contains(wanted) {
      if let other = group.first(where: { $0 != wanted && known.contains($0) }) { return other }
    }
    return nil
  }
}
