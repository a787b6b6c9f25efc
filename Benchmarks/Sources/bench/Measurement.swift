/// One figure of the benchmark beside its reference and its goal.
struct Measurement: Codable {
  /// What was measured.
  var name: String
  /// Messages in the inbox; nil where it does not matter.
  var messages: Int?
  /// The unit of the samples.
  var unit: String
  /// The program's samples.
  var program: Statistics
  /// The reference's samples of the same run.
  var reference: Statistics?
  /// What it should be, in words.
  var goal: String
  /// Whether it is so; nil where there is no goal.
  var isMet: Bool?
  /// What it is one of, such as the first pages of one kind of filter; the table shows the slowest.
  var group: String?
}
