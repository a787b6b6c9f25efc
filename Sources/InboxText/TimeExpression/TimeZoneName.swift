/// The abbreviations of time zones that `date` prints.
enum TimeZoneName {
  /// The offsets of an abbreviation in lower case, in minutes east of UTC.
  ///
  /// Several zones share some of them.
  private static let minutes: [String: [Int]] = [
    "acdt": [630], "acst": [570], "adt": [-180], "aedt": [660], "aest": [600], "akdt": [-480],
    "akst": [-540], "ast": [-240], "awst": [480], "bst": [60], "cat": [120],
    "cdt": [-300, -240], "cest": [120], "cet": [60], "chst": [600], "cst": [-360, 480, -300],
    "eat": [180], "edt": [-240], "eest": [180], "eet": [120], "est": [-300],
    "hdt": [-540], "hkt": [480], "hst": [-600], "idt": [180], "ist": [330, 60, 120],
    "jst": [540], "kst": [540], "mdt": [-360], "msk": [180], "mst": [-420], "ndt": [-150],
    "nst": [-210], "nzdt": [780], "nzst": [720], "pdt": [-420], "pkt": [300],
    "pst": [-480, 480], "sast": [120], "sst": [-660], "wat": [60], "west": [60],
    "wet": [0], "wib": [420], "wit": [540], "wita": [480],
  ]

  /// The offsets of an abbreviation, in seconds east of UTC; nil for other words.
  static func offsets(of name: String) -> [Int]? {
    minutes[name].map { $0.map { $0 * 60 } }
  }

  /// Whether it is UTC by any of its names.
  static func isUniversal(_ name: String) -> Bool { ["z", "utc", "gmt"].contains(name) }

  /// Formats an offset in seconds as `+0100`.
  static func text(ofOffset seconds: Int) -> String {
    let minutes = abs(seconds) / 60
    let digits = String(10_000 + minutes / 60 * 100 + minutes % 60).dropFirst()
    return (seconds < 0 ? "-" : "+") + digits
  }
}
