package import InboxTOML

/// A settings file: its values and its errors.
package struct TOMLFile<Root: TOMLRoot>: Sendable {
  /// The values; invalid ones have their defaults.
  package let values: Root
  /// The errors, in the order of the text.
  package let errors: [TOMLError]
  private let document: TOMLDocument
  /// The error of reading the file.
  private let failure: TOMLError?

  /// Reads a file by the rows of a table; a missing file counts as empty.
  package init(at path: String, by table: @autoclosure () -> TOMLTable<Root>) {
    do throws(TOMLError) {
      self.init(
        TOMLDocument(try TextFile.read(path) ?? "", file: path), failure: nil, by: table())
    } catch {
      self.init(TOMLDocument("", file: path), failure: error, by: table())
    }
  }

  /// Reads the text of a file.
  ///
  /// If the text is not valid TOML, all values are defaults, because a part of it could mean
  /// something else; errors of its values are reported anyway.
  package init(_ text: String, at path: String, by table: TOMLTable<Root>) {
    self.init(TOMLDocument(text, file: path), failure: nil, by: table)
  }

  /// An empty text needs no table, which is slow to make.
  private init(
    _ document: TOMLDocument, failure: TOMLError?, by table: @autoclosure () -> TOMLTable<Root>
  ) {
    var values = Root()
    var reader = TOMLReader(document)
    if !document.isEmpty { table().read(&reader, into: &values) }
    self.values = document.syntaxErrors.isEmpty ? values : Root()
    errors = failure.map { [$0] } ?? reader.errors
    (self.document, self.failure) = (document, failure)
  }

  /// The same text, read by the rows of another table.
  package func read<Other>(by table: @autoclosure () -> TOMLTable<Other>) -> TOMLFile<Other> {
    TOMLFile<Other>(document, failure: failure, by: table())
  }

  /// Whether the file is unreadable, so that all values are defaults.
  package var isUnreadable: Bool { errors.contains(where: \.isFatal) }

  /// The indices of the tables of an array that are among the values: those without a mistake.
  package func indices(of tables: String) -> some Sequence<Int> {
    let mistaken = errors.map { Array($0.path.components.prefix(2)) }
    return (0...).lazy.filter { !mistaken.contains([.key(tables), .index($0)]) }
  }

  /// One line for each error: `path:line:column: message`.
  package var messages: [String] { errors.map(\.description) }

  /// An error at the position of a value.
  package func error(_ kind: TOMLError.Kind, at path: TOMLPath) -> TOMLError {
    TOMLError(file: document.file, position: document.position(of: path), path: path, kind: kind)
  }

  /// The position of a value; nil if the file has none.
  package func position(of path: TOMLPath) -> TOMLPosition? {
    document.value(at: path).map { _ in document.position(of: path) }
  }
}

extension [TOMLError] {
  /// The errors of each file in the order of its lines.
  package var inOrder: [TOMLError] {
    let places = enumerated().map { ($1.file, $1.position?.line ?? 0, $0) }
    return places.sorted(by: <).map { self[$0.2] }
  }
}
