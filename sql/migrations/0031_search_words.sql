-- A dictionary has its words as they are written, with their stems beside them, and is indexed by
-- what they may be misspelt as: the tables for that go. What was built before answers meanwhile.

DO $do$
DECLARE
  g record;
BEGIN
  FOR g IN SELECT generation_id FROM reeve.search_generation LOOP
    EXECUTE format('ALTER TABLE IF EXISTS reeve_index.%I ADD COLUMN stems text[]',
      'word_' || g.generation_id);
    EXECUTE format('DROP TABLE IF EXISTS reeve_index.%I', 'deletion_' || g.generation_id);
  END LOOP;
END
$do$;
