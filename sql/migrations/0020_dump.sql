-- A dump of a collection is a look at what is personal, of all its rows.
ALTER TABLE reeve.reveal DROP CONSTRAINT reveal_about, DROP CONSTRAINT reveal_kind;
ALTER TABLE reeve.reveal
  ADD CONSTRAINT reveal_about CHECK (
    (kind IN ('find', 'dump')) = (key IS NULL) AND (kind = 'evidence') = (evidence_id IS NOT NULL)),
  ADD CONSTRAINT reveal_kind CHECK (kind IN ('fields', 'find', 'chat', 'evidence', 'dump'));
