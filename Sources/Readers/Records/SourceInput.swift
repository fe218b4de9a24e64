/// Options for reading a source that are not to be detected.
package struct SourceOptions: Sendable {
  package var format: SourceFormat?
  /// The character between fields.
  package var delimiter: UInt8?
  /// The encoding's name.
  package var encoding: String?
  /// The schema of a database on a server.
  package var schema: String?
  /// The columns of each table that a mapping of a database names.
  ///
  /// Columns with secrets are read only if they are named.
  package var named: [String: Set<String>] = [:]

  /// Makes options; what is nil is found out.
  package init(
    format: SourceFormat? = nil,
    delimiter: UInt8? = nil,
    encoding: String? = nil,
    schema: String? = nil
  ) {
    (self.format, self.delimiter, self.encoding) = (format, delimiter, encoding)
    self.schema = schema
  }
}

/// The path and the options from which a source is opened.
package struct SourceInput: Sendable {
  /// A file, a directory, or `-`.
  package let path: String
  package let options: SourceOptions
  private let content: SourceFile?

  /// Names a source; the content of a file of text may be open already.
  package init(
    _ path: String,
    _ options: SourceOptions = SourceOptions(),
    content: SourceFile? = nil
  ) {
    (self.path, self.options, self.content) = (path, options, content)
  }

  /// The text of the file.
  package var file: SourceFile {
    get throws { try content ?? SourceFile(text: path, encoding: options.encoding) }
  }
}
