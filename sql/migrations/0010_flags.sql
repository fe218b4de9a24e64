-- Flags: rules of an app's catalog that report, and never act; and identifiers, by which accounts
-- of one person are known without keeping what identifies them.
--
-- Both follow the change log, as search does: what an app writes costs it one entry, and what is
-- looked at afterwards is what changed.

CREATE TABLE reeve.flag(
  flag_id int GENERATED ALWAYS AS IDENTITY CONSTRAINT flag_pkey PRIMARY KEY,
  app text NOT NULL CONSTRAINT flag_app_fkey REFERENCES reeve.app,
  name text NOT NULL,
  collection_id int NOT NULL CONSTRAINT flag_collection_fkey REFERENCES reeve.collection,
  subject_id int NOT NULL CONSTRAINT flag_subject_fkey REFERENCES reeve.collection,
  kind text NOT NULL CONSTRAINT flag_kind CHECK (kind IN ('flood', 'price', 'words', 'banned')),
  policy text,
  severity text CONSTRAINT flag_severity CHECK (
    severity IN ('low', 'medium', 'high', 'critical')),
  proposes text,
  most int NOT NULL CONSTRAINT flag_most CHECK (most > 0),
  spec jsonb NOT NULL,
  select_sql text,
  learn_sql text,
  is_live boolean NOT NULL DEFAULT TRUE,
  CONSTRAINT flag_name_key UNIQUE (app, name)
);

COMMENT ON TABLE reeve.flag IS 'What an app''s catalog has reported by itself, compiled.';

COMMENT ON COLUMN reeve.flag.collection_id IS 'Whose rows are looked at when they change.';

COMMENT ON COLUMN reeve.flag.subject_id IS
  'Whose rows are reported: those, or what they belong to.';

COMMENT ON COLUMN reeve.flag.severity IS 'Of the cases it opens; NULL = the policy''s.';

COMMENT ON COLUMN reeve.flag.proposes IS 'What its reports propose, such as suspend for 7d.';

COMMENT ON COLUMN reeve.flag.most IS 'Most reports within 24 hours; the rest is counted only.';

COMMENT ON COLUMN reeve.flag.select_sql IS
  'SELECT giving key, name, value, since, upto, born of rows with the keys $1 (all where NULL) at '
  'the moment $2; NULL for banned, which reads reeve.identifier.';

COMMENT ON COLUMN reeve.flag.learn_sql IS
  'SELECT giving each group''s name, median and rows; for price.';

CREATE TABLE reeve.flag_state(
  flag_id int CONSTRAINT flag_state_pkey PRIMARY KEY
    CONSTRAINT flag_state_flag_fkey REFERENCES reeve.flag,
  spec jsonb NOT NULL,
  cursor text,
  scanned_at timestamptz,
  learned_at timestamptz,
  ran_at timestamptz,
  hits bigint NOT NULL DEFAULT 0,
  withheld bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

COMMENT ON TABLE reeve.flag_state IS
  'How far each flag has looked through what was there before it, and what it found.';

COMMENT ON COLUMN reeve.flag_state.spec IS 'What it looked through for; another one begins again.';

COMMENT ON COLUMN reeve.flag_state.cursor IS 'The last key of the first look through.';

COMMENT ON COLUMN reeve.flag_state.withheld IS 'Found, but more than the most of a day.';

CREATE TABLE reeve.flag_group(
  flag_id int CONSTRAINT flag_group_flag_fkey REFERENCES reeve.flag,
  name text,
  median numeric NOT NULL,
  rows bigint NOT NULL,
  CONSTRAINT flag_group_pkey PRIMARY KEY (flag_id, name)
);

COMMENT ON TABLE reeve.flag_group IS
  'What prices are compared with, computed again once a day: one look at every row of a '
  'collection.';

CREATE TABLE reeve.flag_term(
  flag_id int CONSTRAINT flag_term_flag_fkey REFERENCES reeve.flag,
  form text COLLATE "C",
  entry text,
  place int,
  word text NOT NULL,
  size int NOT NULL,
  CONSTRAINT flag_term_pkey PRIMARY KEY (flag_id, form, entry, place)
);

COMMENT ON TABLE reeve.flag_term IS
  'Words of lists: each entry''s words in order, and what they become without one of their '
    'letters.';

CREATE TABLE reeve.flag_hit(
  flag_id int CONSTRAINT flag_hit_flag_fkey REFERENCES reeve.flag,
  key text,
  mark bigint NOT NULL,
  upto timestamptz,
  report_id bigint NOT NULL,
  at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT flag_hit_pkey PRIMARY KEY (flag_id, key)
);

COMMENT ON TABLE reeve.flag_hit IS
  'What each flag last reported about a subject: not again while that is open, nor the same after.';

COMMENT ON COLUMN reeve.flag_hit.mark IS 'Digest of what was found.';

COMMENT ON COLUMN reeve.flag_hit.upto IS 'Of a flood: the last row that was counted.';

CREATE INDEX flag_hit_at ON reeve.flag_hit(flag_id, at);

CREATE TABLE reeve.identifier(
  collection_id int NOT NULL CONSTRAINT identifier_collection_fkey REFERENCES reeve.collection,
  key text NOT NULL,
  kind text NOT NULL,
  hmac bytea NOT NULL CONSTRAINT identifier_hmac_length CHECK (octet_length(hmac) = 32),
  is_current boolean NOT NULL DEFAULT TRUE,
  first_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  last_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT identifier_pkey PRIMARY KEY (collection_id, key, kind, hmac)
);

COMMENT ON TABLE reeve.identifier IS
  'HMAC-SHA256 of what identifies a row''s person, under a key that only workers have. Erased by '
  'reeve.identifier_forget, which erasure calls: a subject''s rows go, but stay while a ban of it '
  'is in force, so that it is not restored under the same ones.';

COMMENT ON COLUMN reeve.identifier.is_current IS 'FALSE: the row had it once.';

CREATE INDEX identifier_hmac ON reeve.identifier(hmac, kind);

CREATE TABLE reeve.identifier_key(
  key_id text CONSTRAINT identifier_key_pkey PRIMARY KEY,
  since timestamptz NOT NULL DEFAULT clock_timestamp(),
  replaced_at timestamptz
);

COMMENT ON TABLE reeve.identifier_key IS
  'Which keys identifiers were computed with: a digest of each, by which nothing can be computed.';

CREATE UNIQUE INDEX identifier_key_one ON reeve.identifier_key((replaced_at IS NULL))
WHERE replaced_at IS NULL;

CREATE TABLE reeve.identifier_scan(
  collection_id int CONSTRAINT identifier_scan_pkey PRIMARY KEY
    CONSTRAINT identifier_scan_collection_fkey REFERENCES reeve.collection,
  declared jsonb NOT NULL,
  cursor text,
  done_at timestamptz
);

COMMENT ON TABLE reeve.identifier_scan IS
  'How far each collection''s rows have been read since its identifiers, or the key, were others.';

-- Whom a ban is about may have other accounts: they are looked at again, as if they had changed.
CREATE FUNCTION reeve.identifier_recall() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  INSERT INTO reeve.change(collection_id, keys)
  SELECT w.collection_id, array_agg(w.key)
  FROM (
    SELECT s.collection_id, s.key,
      (row_number() OVER (PARTITION BY s.collection_id) - 1) / 100 AS part
    FROM (
      SELECT DISTINCT o.collection_id, o.key
      FROM reeve.identifier i JOIN reeve.identifier o ON o.hmac = i.hmac AND o.kind = i.kind
      WHERE i.collection_id = NEW.collection_id AND i.key = NEW.key AND o.key <> NEW.key) s) w
  GROUP BY w.collection_id, w.part;
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION reeve.identifier_recall() IS
  'Has accounts with an identifier of somebody who is barred now looked at again.';

CREATE TRIGGER action_recall AFTER INSERT ON reeve.action
FOR EACH ROW WHEN (NEW.policy IS NOT NULL AND NEW.key IS NOT NULL AND NEW.reverses IS NULL)
EXECUTE FUNCTION reeve.identifier_recall();
