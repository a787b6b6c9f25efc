/// A thing of which a template can tell: a message, or the counts of an inbox.
protocol TemplateSubject: Sendable {
  /// What a template can name, as one table.
  static var templateFields: [TemplateField<Self>] { get }
}

extension TemplateSubject {
  /// The names of the fields as a template writes them, for help.
  static var templateFieldNames: String {
    templateFields.map { "{\($0.name)}" }.joined(separator: ", ")
  }
}
