package import InboxTOML

/// A file of settings as far as it could be read: its values, and what was wrong.
package struct TOMLFile<Root: TOMLRoot>: Sendable {
  /// What the file says; what could not be read has its default.
  package let values: Root
  /// What was wrong, in the order of the text.
  package let errors: [TOMLError]
  private let document: TOMLDocument
  /// Why there is no text of the file.
  private let failure: TOMLError?

  /// Reads a file by the rows of a table; one that does not exist says nothing.
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
  /// A text that is not TOML counts for nothing, for half of it might mean something else; what
  /// is wrong with the values in it is said all the same.
  package init(_ text: String, at path: String, by table: TOMLTable<Root>) {
    self.init(TOMLDocument(text, file: path), failure: nil, by: table)
  }

  /// A text that says nothing needs no table, which takes long to make.
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

  /// What the same text says by the rows of another table.
  package func read<Other>(by table: @autoclosure () -> TOMLTable<Other>) -> TOMLFile<Other> {
    TOMLFile<Other>(document, failure: failure, by: table())
  }

  /// Whether the file could not be read, so that all values are defaults.
  package var isUnreadable: Bool { errors.contains(where: \.isFatal) }

  /// One line for each error: `path:line:column: message`.
  package var messages: [String] { errors.map(\.description) }

  /// An error about the value at a path, where it stands.
  package func error(_ kind: TOMLError.Kind, at path: TOMLPath) -> TOMLError {
    TOMLError(file: document.file, position: document.position(of: path), path: path, kind: kind)
  }

  /// Where the value of a key begins; nil where the file has none.
  package func position(of path: TOMLPath) -> TOMLPosition? {
    document.value(at: path).map { _ in document.position(of: path) }
  }
}
