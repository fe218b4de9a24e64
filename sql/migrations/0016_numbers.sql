-- Numbers that an app's catalog derives: counts of rows that belong to a row, and ranks by a score
-- that decays. Counts are counted when asked; what is kept here of one is how a stored counter of
-- the app compares. A rank is kept, and follows the change log.

CREATE TABLE reeve.count_rule(
  collection_id int CONSTRAINT count_rule_collection_fkey REFERENCES reeve.collection,
  name text,
  count_sql text NOT NULL,
  stored text,
  compared_at timestamptz,
  rows bigint,
  differing bigint,
  CONSTRAINT count_rule_pkey PRIMARY KEY (collection_id, name)
);

COMMENT ON TABLE reeve.count_rule IS 'Counts that the catalogs in force declare, compiled.';

COMMENT ON COLUMN reeve.count_rule.count_sql IS
  'Expression over row t and its key, o.k1, o.k2, …: the number.';

COMMENT ON COLUMN reeve.count_rule.stored IS 'The column of t that the app keeps the number in.';

COMMENT ON COLUMN reeve.count_rule.compared_at IS
  'When all rows were last compared with it; rows and differing are of then.';

CREATE TABLE reeve.count_difference(
  collection_id int,
  name text,
  key text,
  stored bigint,
  counted bigint,
  found_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT count_difference_pkey PRIMARY KEY (collection_id, name, key),
  CONSTRAINT count_difference_rule_fkey FOREIGN KEY (collection_id, name)
    REFERENCES reeve.count_rule ON DELETE CASCADE
);

COMMENT ON TABLE reeve.count_difference IS
  'Rows whose stored counter was another than the rows that there are, when they were compared.';

CREATE TABLE reeve.rank_rule(
  rank_id int GENERATED ALWAYS AS IDENTITY CONSTRAINT rank_rule_pkey PRIMARY KEY,
  collection_id int NOT NULL CONSTRAINT rank_rule_collection_key UNIQUE
    CONSTRAINT rank_rule_collection_fkey REFERENCES reeve.collection,
  source_id int NOT NULL CONSTRAINT rank_rule_source_fkey REFERENCES reeve.collection,
  half_life interval NOT NULL CONSTRAINT rank_rule_half_life CHECK (half_life > '0'),
  parent_columns text[] NOT NULL,
  score_sql text NOT NULL,
  listed_sql text NOT NULL,
  weight_sql text,
  by_id int CONSTRAINT rank_rule_by_fkey REFERENCES reeve.collection,
  is_live boolean NOT NULL DEFAULT TRUE,
  landmark timestamptz,
  built_at timestamptz
);

COMMENT ON TABLE reeve.rank_rule IS 'Ranks that catalogs declare, compiled.';

COMMENT ON COLUMN reeve.rank_rule.source_id IS 'Whose rows the score is made of.';

COMMENT ON COLUMN reeve.rank_rule.score_sql IS
  'SELECT giving key and score of the rows with the keys $1 (all where NULL) that have a score; '
  '$2: landmark.';

COMMENT ON COLUMN reeve.rank_rule.landmark IS
  'The moment that scores are reckoned at: a point then is 1, one a half-life later 2. All decay '
  'alike, so that order never changes by it, and nothing is written for it.';

CREATE TABLE reeve.rank_score(
  rank_id int CONSTRAINT rank_score_rank_fkey REFERENCES reeve.rank_rule ON DELETE CASCADE,
  key text,
  score double precision NOT NULL,
  CONSTRAINT rank_score_pkey PRIMARY KEY (rank_id, key)
) WITH (fillfactor = 80);

COMMENT ON TABLE reeve.rank_score IS 'Scores as of the landmark of their rank.';

CREATE INDEX rank_score_order ON reeve.rank_score(rank_id, score DESC, key);

ALTER TABLE reeve.flag DROP CONSTRAINT flag_kind,
  ADD CONSTRAINT flag_kind CHECK (
    kind IN ('flood', 'price', 'words', 'banned', 'sql', 'group'));

INSERT INTO reeve.job_kind(name, queue_id, enqueuers, time_limit, step_function, step_rows,
  is_internal)
SELECT k.name, q.queue_id, '{reeve_worker,reeve_moderator}', '1 hour', k.step_function, k.step_rows,
  TRUE
FROM reeve.queue q,
  (VALUES ('counts.compare', 'count_compare', NULL), ('rank.sync', 'rank_sync', 10000))
  k(name, step_function, step_rows)
WHERE q.name = 'default';

-- What a rank has still to reckon again: read from the change log without running any app's code,
-- so that no app's rank holds up the log or another's.

CREATE TABLE reeve.rank_stale(
  stale_id bigint GENERATED ALWAYS AS IDENTITY,
  rank_id int CONSTRAINT rank_stale_rank_fkey REFERENCES reeve.rank_rule ON DELETE CASCADE,
  key text,
  CONSTRAINT rank_stale_pkey PRIMARY KEY (rank_id, stale_id)
) WITH (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000);

COMMENT ON TABLE reeve.rank_stale IS
  'Ranked rows whose points have changed since their score was reckoned, once for each change.';

COMMENT ON COLUMN reeve.rank_stale.key IS 'NULL = all rows.';

CREATE INDEX change_rank ON reeve.change(collection_id, xid, change_id) WHERE collection_id < 0;
