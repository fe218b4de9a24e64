-- Writes `ActionKind+All.swift` from the table reeve.action_kind.
SELECT format(E'extension ActionKind {\n  /// The rows of `reeve.action_kind`, by name.\n  ///\n'
  '  /// Written by `make functions` from the database; do not edit.\n'
  '  package static let all: [ActionKind] = [\n%s\n  ]\n}', string_agg(
    format(E'    ActionKind(\n      name: "%s",\n      needsPolicy: %s,\n      needsReason: %s,\n'
      '      ends: .%s,\n      argument: %s,\n      hides: %s,\n      isFinal: %s,\n'
      '      help: "%s"\n    ),', k.name, k.needs_policy::text, k.needs_reason::text, k.ends,
      coalesce('.' || k.argument, 'nil'), k.hides::text, k.is_final::text,
      k.help),
    E'\n' ORDER BY k.name))
FROM reeve.action_kind k;
