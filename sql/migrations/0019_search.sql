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

-- Documents are ranked by their length beside the average, which the index of a generation needs.

ALTER TABLE reeve.search_generation ADD average real NOT NULL DEFAULT 0;

COMMENT ON COLUMN reeve.search_generation.average IS
  'Words of a document on average when its index was built; 0 = it was built without marks '
  '(reeve.search_marked).';

-- Search that keeps up: changes are taken from the log as soon as they are committed, whatever
-- older transactions still run, and wait apart for each collection, so that one whose rows cannot
-- be read stops no other.

ALTER TABLE reeve.change_reader ADD COLUMN seen pg_snapshot;

COMMENT ON COLUMN reeve.change_reader.seen IS
  'Of what comes after its place, the reader has taken all that this snapshot sees. NULL: nothing.';

CREATE TABLE reeve.search_waiting(
  waiting_id bigint GENERATED ALWAYS AS IDENTITY,
  collection_id int CONSTRAINT search_waiting_collection_fkey REFERENCES reeve.collection,
  keys text[] NOT NULL,
  CONSTRAINT search_waiting_pkey PRIMARY KEY (collection_id, waiting_id)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

COMMENT ON TABLE reeve.search_waiting IS
  'Rows whose changes have left the change log and are not in their live index yet.';

COMMENT ON COLUMN reeve.search_waiting.keys IS
  'At most 1000 or so; NULL among them = the whole table was truncated.';

INSERT INTO reeve.job_kind(name, queue_id, enqueuers, max_attempts, time_limit, step_function,
  step_rows, is_internal)
SELECT 'search.apply', q.queue_id, '{reeve_worker,reeve_moderator,reeve_migrator}', 1000, '1 min',
  'search_apply_step', 1000, TRUE
FROM reeve.queue q WHERE q.name = 'default';

-- What is searched for, and how fast and how often in vain: counted by day. Nobody's name is
-- kept, and a query only once it was asked three times. Unlogged: it may be lost, and nobody waits
-- for it.

CREATE UNLOGGED TABLE reeve.search_question(
  day date,
  app text,
  hash bigint,
  query text,
  asked bigint NOT NULL,
  empty bigint NOT NULL,
  CONSTRAINT search_question_pkey PRIMARY KEY (day, app, hash)
) WITH (fillfactor = 50);

COMMENT ON TABLE reeve.search_question IS
  'Queries by day: how often asked, how often without a result.';

COMMENT ON COLUMN reeve.search_question.hash IS '0 = all that are not told apart.';

COMMENT ON COLUMN reeve.search_question.query IS 'Its words, from the third time on.';

CREATE UNLOGGED TABLE reeve.search_pace(
  day date,
  app text,
  step int,
  asked bigint NOT NULL,
  CONSTRAINT search_pace_pkey PRIMARY KEY (day, app, step)
) WITH (fillfactor = 50);

COMMENT ON TABLE reeve.search_pace IS 'How long searches took, by day.';

COMMENT ON COLUMN reeve.search_pace.step IS 'At most 1.2 to the power of step milliseconds.';

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

-- Search finds rows by texts of what they belong to, in the languages that the rows say.

CREATE TABLE reeve.search_join(
  -- In the change log ranks and copies are numbers below 0, too; these begin far from theirs.
  join_id int GENERATED ALWAYS AS IDENTITY (START WITH 1000000000)
    CONSTRAINT search_join_pkey PRIMARY KEY,
  collection_id int NOT NULL
    CONSTRAINT search_join_collection_fkey REFERENCES reeve.collection,
  path text NOT NULL,
  source_id int NOT NULL CONSTRAINT search_join_source_fkey REFERENCES reeve.collection,
  columns text[] NOT NULL,
  children_sql text NOT NULL,
  is_live boolean NOT NULL DEFAULT TRUE,
  CONSTRAINT search_join_path_key UNIQUE (collection_id, path)
);

COMMENT ON TABLE reeve.search_join IS
  'Parents whose texts are in the documents of a searched collection.';

COMMENT ON COLUMN reeve.search_join.path IS
  'Parents of the catalog that lead there, with dots: store, store.owner.';

COMMENT ON COLUMN reeve.search_join.source_id IS 'The collection at its end.';

COMMENT ON COLUMN reeve.search_join.columns IS
  'Columns there whose change changes documents.';

COMMENT ON COLUMN reeve.search_join.children_sql IS
  'Keys of the collection''s rows that belong to the keys $1.';

CREATE INDEX search_join_source ON reeve.search_join(source_id);

ALTER TABLE reeve.search_waiting
  ADD join_id int CONSTRAINT search_waiting_join_fkey REFERENCES reeve.search_join,
  ADD is_behind boolean NOT NULL DEFAULT FALSE;

COMMENT ON COLUMN reeve.search_waiting.join_id IS
  'The keys are those of parents that changed; NULL: of rows of the collection.';

COMMENT ON COLUMN reeve.search_waiting.is_behind IS
  'Not the rows themselves changed but what they belong to: others come first.';

ALTER TABLE reeve.search_generation ADD languages text[] NOT NULL DEFAULT '{}';

COMMENT ON COLUMN reeve.search_generation.languages IS
  'Text search configurations of its rows, where a column of theirs says the language.';

-- Searches are noted by whoever searches, at the price of one row, and counted later: those of an
-- app's users, in transactions of any length, do not wait for each other.

CREATE UNLOGGED TABLE reeve.search_heard(
  day date NOT NULL DEFAULT (clock_timestamp() AT TIME ZONE 'UTC')::date,
  app text NOT NULL,
  query text,
  is_empty boolean NOT NULL,
  step int NOT NULL
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);

COMMENT ON TABLE reeve.search_heard IS 'Searches that are not counted yet; of minutes.';

COMMENT ON COLUMN reeve.search_heard.query IS
  'NULL where it looks like an address, a number of somebody''s or a whole text.';

COMMENT ON COLUMN reeve.search_heard.step IS 'Of reeve.search_pace.';

INSERT INTO reeve.turn(name) VALUES ('search noted');

-- An index knows which of its marks are common, so that a search asks for as many documents as it
-- can rank.

ALTER TABLE reeve.search_generation ADD common int[], ADD shares real[];

COMMENT ON COLUMN reeve.search_generation.common IS
  'Hashes of marks (reeve.search_marked) that many documents have, by PostgreSQL''s statistics of '
  'the index. NULL: not known.';

COMMENT ON COLUMN reeve.search_generation.shares IS
  'Of each of the common marks, which part of the documents has it, 0 to 1. NULL: not known.';

-- What is hidden until a moment, how long searches have waited to be counted, and numbers in the
-- change log.

CREATE TABLE reeve.search_due(
  source_id int CONSTRAINT search_due_source_fkey REFERENCES reeve.collection,
  key text,
  due_at timestamptz NOT NULL,
  CONSTRAINT search_due_pkey PRIMARY KEY (source_id, key)
);

COMMENT ON TABLE reeve.search_due IS
  'Parents whose rows are searched by their texts, and that are hidden until a moment: then their '
  'rows are read again.';

COMMENT ON COLUMN reeve.search_due.source_id IS 'The collection of the parent.';

COMMENT ON COLUMN reeve.search_due.due_at IS
  'Of the parent''s own column, as it was when it was last read.';

CREATE INDEX search_due_order ON reeve.search_due(due_at);

-- Which parents are hidden until a moment now is found out where their rows are read.
INSERT INTO reeve.change(collection_id)
SELECT -j.join_id FROM reeve.search_join j WHERE j.is_live;

ALTER TABLE reeve.search_heard
  ADD heard_at timestamptz NOT NULL DEFAULT date_trunc('minute', clock_timestamp());

COMMENT ON COLUMN reeve.search_heard.heard_at IS
  'To the minute, so that `doctor` can say for how long nobody counts them.';

-- In the change log ranks and copies are numbers below 0. From here on ranks begin far from copies,
-- and copies behind the ranks that there are; those that run keep theirs until they end.
ALTER TABLE reeve.rank_rule ALTER rank_id RESTART WITH 500000000;

SELECT setval('reeve.live_copy_copy_id_seq', max(n.id))
FROM (SELECT copy_id FROM reeve.live_copy UNION ALL SELECT rank_id FROM reeve.rank_rule) n(id)
HAVING max(n.id) > 0;

COMMENT ON COLUMN reeve.live_copy.copy_id IS
  'In the change log its changes have this number with a minus sign.';

COMMENT ON COLUMN reeve.rank_rule.rank_id IS
  'In the change log its changes have this number with a minus sign.';

COMMENT ON COLUMN reeve.action_kind.needs_enforcement IS
  'It takes effect by the enforcement of its collection only: where that is none, it is recorded '
  'and not enforced.';

-- A search index keeps no labels: a page of results has those of its rows.

DO $$
DECLARE
  g record;
BEGIN
  FOR g IN SELECT n.table_name FROM reeve.search_generation n ORDER BY n.generation_id LOOP
    EXECUTE format('ALTER TABLE IF EXISTS reeve_index.%I DROP COLUMN IF EXISTS label',
      g.table_name);
  END LOOP;
END
$$;

-- The filters of a search that are one number or moment have an index each: a range, or an order,
-- need not read the whole collection.

ALTER TABLE reeve.search_generation ADD ranges text[] NOT NULL DEFAULT '{}';

COMMENT ON COLUMN reeve.search_generation.ranges IS
  'Filters that are one number or moment: the index on documents has an order of each.';

-- An index knows how often a word has one of its marks, so that a search asks for about as many
-- documents as it can rank, also of words whose marks are not common.

ALTER TABLE reeve.search_generation ADD chances real[];

COMMENT ON COLUMN reeve.search_generation.common IS
  'Hashes of the marks (reeve.search_marked) that most documents of a sample have, the most common '
  'first. NULL: not known.';

COMMENT ON COLUMN reeve.search_generation.shares IS
  'Of each of the common marks, which part of the documents has it, 0 to 1. NULL: not known.';

COMMENT ON COLUMN reeve.search_generation.chances IS
  'For each level of marks (reeve.search_levels), and for words that less than a thousandth, a '
  'hundredth, a tenth, and at most all of the documents have: which part of the documents with '
  'such a word has its mark, 0 to 1, leaving out common marks. NULL: not known.';
