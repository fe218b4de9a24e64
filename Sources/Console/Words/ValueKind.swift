/// The kind of value that a flag or an argument takes, for usage lines and TAB.
enum ValueKind: Sendable, Hashable {
  /// A flag that stands alone.
  case none
  /// A collection of the catalog.
  case collection
  /// One subject: `user:42`, `randevoo/user:9`, or a row of the last listing.
  case subject
  /// Subjects, or rows of the last listing: `2`, `1-3`, `_`.
  case subjects
  /// Subjects, or a selection: `@wave`.
  case targets
  /// An action's number: `A12`.
  case action
  /// A public reason, or a saved one: `@counterfeit-first`.
  case reply
  /// A policy of the app.
  case policy
  /// A tag.
  case tag
  /// A limit of the subject's collection.
  case limit
  /// A proposal, such as `P17`.
  case approval
  /// `30m`, `12h`, `7d`, `2w`.
  case duration
  /// `500m`, `2km`.
  case distance
  /// A whole number from 1.
  case count
  /// `2026-11-21`.
  case day
  /// A job's number: `42`.
  case job
  /// A queue's name.
  case queue
  /// A rule's name.
  case rule
  /// A login of the team.
  case login
  /// A frozen selection: `@wave`.
  case selection
  /// A batch's number: `B7`.
  case batch
  /// A case's number: `C12`.
  case caseNumber
  /// A subject, or a collection alone.
  case subjectOrCollection
  /// A condition on a field: `state=approved`.
  case condition
  /// A shown field of the collection that is listed.
  case field
  /// Kinds of identifiers of the collection, with commas: `email,phone`.
  case identifiers
  /// Personal fields of the catalog.
  case personal
  /// A local file.
  case file
  /// Names with commas; may be left out.
  case fields
  /// One of a few words.
  case choice([String])
  /// Words of the console.
  case command
  /// Words, to the end of the line where it is an argument.
  case text
}
