/// The emoji of common tags, which ntfy's clients show too.
///
/// They are the glyphs of messages whose senders set none, whatever way they came in.
enum TagEmoji {
  /// The emoji of the first tag that has one.
  static func glyph(for tags: [String]) -> String? {
    tags.lazy.compactMap { table[$0] }.first
  }

  /// The emoji by the names of GitHub and ntfy.
  private static let table: [String: String] = [
    "+1": "👍", "-1": "👎", "100": "💯", "airplane": "✈", "alarm_clock": "⏰", "ambulance": "🚑",
    "balloon": "🎈", "battery": "🔋", "beer": "🍺", "bell": "🔔", "birthday": "🎂", "boom": "💥",
    "broken_heart": "💔", "bug": "🐛", "bulb": "💡", "calendar": "📆", "camera": "📷", "car": "🚗",
    "chart_with_upwards_trend": "📈", "checkered_flag": "🏁", "clap": "👏", "cloud": "☁",
    "closed_lock_with_key": "🔐", "coffee": "☕", "computer": "💻", "construction": "🚧",
    "credit_card": "💳", "date": "📅", "dog": "🐶", "cat": "🐱", "door": "🚪", "droplet": "💧",
    "email": "📧", "envelope": "✉", "exclamation": "❗", "eyes": "👀", "facepalm": "🤦",
    "file_folder": "📁", "fire": "🔥", "floppy_disk": "💾", "gear": "⚙", "gift": "🎁",
    "green_circle": "🟢", "hammer": "🔨", "heart": "❤", "heavy_check_mark": "✔",
    "hourglass": "⌛", "house": "🏠", "information_source": "ℹ", "key": "🔑", "label": "🏷",
    "lock": "🔒", "loudspeaker": "📢", "mag": "🔍", "mailbox": "📫", "memo": "📝",
    "moneybag": "💰", "moon": "🌔", "mute": "🔇", "newspaper": "📰", "no_entry": "⛔",
    "no_entry_sign": "🚫", "ok": "🆗", "orange_circle": "🟠", "package": "📦", "partying_face": "🥳",
    "phone": "☎", "pill": "💊", "plug": "🔌", "pushpin": "📌", "question": "❓", "rain_cloud": "🌧",
    "red_circle": "🔴", "recycle": "♻", "robot": "🤖", "rocket": "🚀", "rotating_light": "🚨",
    "satellite": "📡", "shield": "🛡", "shopping_cart": "🛒", "skull": "💀", "snowflake": "❄",
    "sparkles": "✨", "speech_balloon": "💬", "star": "⭐", "stop_sign": "🛑", "stopwatch": "⏱",
    "sunny": "☀", "tada": "🎉", "thermometer": "🌡", "thumbsdown": "👎", "thumbsup": "👍",
    "triangular_flag_on_post": "🚩", "truck": "🚚", "unlock": "🔓", "warning": "⚠", "wave": "👋",
    "white_check_mark": "✅", "wrench": "🔧", "x": "❌", "yellow_circle": "🟡", "zap": "⚡",
    "zzz": "💤",
  ]
}
