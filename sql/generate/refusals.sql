-- Writes `RefusalCode+Meanings.swift` from the table reeve.refusal.
SELECT format(E'extension RefusalCode {\n  /// The rows of `reeve.refusal`, by code.\n  ///\n'
  '  /// Written by `make functions` from the database; do not edit.\n'
  '  package static let meanings: [String: Meaning] = [\n%s\n  ]\n}', string_agg(
    format(E'    "%s": Meaning(\n      sentence: "%s",\n      exitStatus: %s,\n      remedy: "%s"\n'
      '    ),', r.code, replace(r.sentence, '"', '\"'), r.exit_status,
      replace(r.remedy, '"', '\"')),
    E'\n' ORDER BY r.code COLLATE "C"))
FROM reeve.refusal r;
