-- What people decide about search: synonyms, stop words, pins and hides; and the values that a
-- document is filtered by.

CREATE TABLE reeve.search_rule(
  rule_id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT search_rule_pkey PRIMARY KEY,
  collection_id int NOT NULL
    CONSTRAINT search_rule_collection_fkey REFERENCES reeve.collection,
  kind text NOT NULL
    CONSTRAINT search_rule_kind CHECK (kind IN ('synonym', 'stop', 'pin', 'hide')),
  words text NOT NULL,
  value text NOT NULL DEFAULT '',
  added_by text NOT NULL DEFAULT session_user,
  added_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT search_rule_key UNIQUE (collection_id, kind, words, value),
  CONSTRAINT search_rule_words CHECK (char_length(words) BETWEEN 0 AND 200),
  CONSTRAINT search_rule_value CHECK (
    CASE kind WHEN 'stop' THEN value = '' ELSE char_length(value) BETWEEN 1 AND 500 END)
);

COMMENT ON TABLE reeve.search_rule IS
  'What people decided about search: words that mean the same, words to pass over, and rows that '
  'come first or not at all.';

COMMENT ON COLUMN reeve.search_rule.words IS
  'As reeve.search_fold leaves them: the words looked for (synonym), the word passed over (stop) '
  'or the whole query (pin, hide; empty = every query).';

COMMENT ON COLUMN reeve.search_rule.value IS
  'For a synonym the words that are looked for too, for a pin or hide the row''s key.';

DO $do$
DECLARE
  name text;
BEGIN
  FOR name IN SELECT g.table_name FROM reeve.search_generation g LOOP
    EXECUTE format('ALTER TABLE reeve_index.%I ADD COLUMN IF NOT EXISTS fields jsonb', name);
  END LOOP;
END
$do$;
