-- What waits to be decided: actions in force, by the verbs whose effects leave rows to somebody.
CREATE INDEX action_standing ON reeve.action(collection_id, verb, until) WHERE reversed_by IS NULL;

-- Where a statement that ends stale rows locks them, or does not: reeve.rule_statement decides.
UPDATE reeve.rule SET select_sql = replace(select_sql,
  ' FOR NO KEY UPDATE OF t SKIP LOCKED)', '/* lock */)');

-- Views about a whole app, not only about one subject.
ALTER TABLE reeve.catalog_view ALTER COLUMN collection_id DROP NOT NULL;

COMMENT ON COLUMN reeve.catalog_view.collection_id IS
  'The collection of the subject that it is asked about; NULL = the whole app.';

COMMENT ON COLUMN reeve.catalog_view.call_sql IS
  'SELECT giving one text[] a row; $1 arguments text[], $5 the most rows, $6 the subject''s key.';

-- What people write to the team, and the team itself, is found by its words. The indexes are of the
-- rows themselves, and no text is kept twice: what is erased is not found any more.

-- Part of the indexes below: to change it, make another one and indexes by it.
CREATE FUNCTION reeve.written_fold(input text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
-- Scripts without blanks are found by their letters, each a word.
RETURN CASE WHEN octet_length(input) = char_length(input)
  THEN translate(lower(input), '-./@_&+:%~#?=<>', repeat(' ', 15))
  ELSE regexp_replace(regexp_replace(reeve.text_fold(input), '[^[:alnum:]]+', ' ', 'g'),
    '([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3])', ' \1 ',
    'g') END;

COMMENT ON FUNCTION reeve.written_fold(text) IS
  'Text as reeve.written_vector holds it: lower case without accents, words apart.';

CREATE FUNCTION reeve.written_vector(first text, second text DEFAULT NULL) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN to_tsvector('simple',
  reeve.written_fold(coalesce(first, '') || coalesce(' ' || second, '')));

COMMENT ON FUNCTION reeve.written_vector(text, text) IS
  'Words of what somebody wrote, in one column or two, by which it is found.';

CREATE INDEX report_words ON reeve.report USING gin (reeve.written_vector(words))
WHERE words IS NOT NULL;

CREATE INDEX action_words ON reeve.action USING gin (reeve.written_vector(reason, public_reason))
WHERE num_nonnulls(reason, public_reason) > 0;

CREATE INDEX case_reason_words ON reeve.case_reason USING gin (reeve.written_vector(reason))
WHERE reason IS NOT NULL;

CREATE INDEX appeal_words ON reeve.appeal USING gin (reeve.written_vector(words, reason))
WHERE num_nonnulls(words, reason) > 0;

CREATE INDEX reveal_reason_words ON reeve.reveal_reason USING gin (reeve.written_vector(reason))
WHERE reason IS NOT NULL;

-- What people wrote is looked for from the newest block of rows to older ones, so that it takes as
-- long for a word that is in every row. Indexes that know no blocks gave all rows of a word.

DROP INDEX reeve.report_words, reeve.action_words, reeve.case_reason_words, reeve.appeal_words,
  reeve.reveal_reason_words;

-- Part of the indexes below: to change it, make another one and indexes by it.
CREATE OR REPLACE FUNCTION reeve.written_fold(input text) RETURNS text
LANGUAGE sql IMMUTABLE PARALLEL SAFE
-- Scripts without blanks are found by their letters, each a word. translate() takes 15 times as
-- long as these replacements.
RETURN CASE WHEN octet_length(input) = char_length(input)
  THEN replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(replace(
    replace(replace(replace(replace(lower(input), '-', ' '), '.', ' '), '/', ' '), '@', ' '),
    '_', ' '), '&', ' '), '+', ' '), ':', ' '), '%', ' '), '~', ' '), '#', ' '), '?', ' '),
    '=', ' '), '<', ' '), '>', ' ')
  ELSE regexp_replace(regexp_replace(reeve.text_fold(input), '[^[:alnum:]]+', ' ', 'g'),
    '([\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u9fff\uac00-\ud7a3])', ' \1 ',
    'g') END;

COMMENT ON FUNCTION reeve.written_fold(text) IS
  'Text as reeve.written_vector holds it: lower case without accents, words apart.';

CREATE FUNCTION reeve.written_marks(
  block bigint, about int, first text, second text DEFAULT NULL)
RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE
-- Words are letters and digits alone, so that what stands before them cannot be a part of them.
RETURN (coalesce('''' || to_hex(block) || '.#' || about::text || '''', '')
  || replace(' ' || strip(reeve.written_vector(first, second))::text, ' ''',
    ' ''' || to_hex(block) || '.'))::tsvector;

COMMENT ON FUNCTION reeve.written_marks(bigint, int, text, text) IS
  'Words of what somebody wrote, and # with a number of what it is about, each behind the block '
  'of rows and a dot: an index lists them block by block.';

-- 256 kB: a search reads once a block what waits, and a writer puts away that much at a time.
CREATE INDEX report_marks ON reeve.report
USING gin (reeve.written_marks(report_id >> 15, collection_id, words))
WITH (gin_pending_list_limit = 256)
WHERE words IS NOT NULL;

CREATE INDEX action_note_marks ON reeve.action
USING gin (reeve.written_marks(action_id >> 15, collection_id, reason, public_reason))
WITH (gin_pending_list_limit = 256)
WHERE verb = 'note' AND key IS NOT NULL AND num_nonnulls(reason, public_reason) > 0;

CREATE INDEX action_reason_marks ON reeve.action
USING gin (reeve.written_marks(action_id >> 15, collection_id, reason, public_reason))
WITH (gin_pending_list_limit = 256)
WHERE verb <> 'note' AND key IS NOT NULL AND num_nonnulls(reason, public_reason) > 0;

CREATE INDEX case_reason_marks ON reeve.case_reason
USING gin (reeve.written_marks(command_id >> 16, NULL, reason))
WITH (gin_pending_list_limit = 256)
WHERE reason IS NOT NULL;

CREATE INDEX appeal_marks ON reeve.appeal
USING gin (reeve.written_marks(action_id >> 16, NULL, words, reason))
WITH (gin_pending_list_limit = 256)
WHERE num_nonnulls(words, reason) > 0;

CREATE INDEX reveal_reason_marks ON reeve.reveal_reason
USING gin (reeve.written_marks(command_id >> 16, NULL, reason))
WITH (gin_pending_list_limit = 256)
WHERE reason IS NOT NULL;

-- ANALYZE would keep the commonest words, and no search asks for them.
ALTER INDEX reeve.report_marks ALTER COLUMN 1 SET STATISTICS 0;

ALTER INDEX reeve.action_note_marks ALTER COLUMN 1 SET STATISTICS 0;

ALTER INDEX reeve.action_reason_marks ALTER COLUMN 1 SET STATISTICS 0;

ALTER INDEX reeve.case_reason_marks ALTER COLUMN 1 SET STATISTICS 0;

ALTER INDEX reeve.appeal_marks ALTER COLUMN 1 SET STATISTICS 0;

ALTER INDEX reeve.reveal_reason_marks ALTER COLUMN 1 SET STATISTICS 0;

-- The console shows what it can of a table that has lost columns since the catalog was applied, so
-- the catalog keeps the columns that the table had.

CREATE TABLE reeve.collection_column(
  collection_id int CONSTRAINT collection_column_collection_fkey REFERENCES reeve.collection,
  number smallint,
  name text NOT NULL,
  type text NOT NULL,
  table_id oid NOT NULL,
  CONSTRAINT collection_column_pkey PRIMARY KEY (collection_id, number)
);

COMMENT ON TABLE reeve.collection_column IS
  'The columns that the table of a collection had when the catalog was applied.';

COMMENT ON COLUMN reeve.collection_column.number IS
  'Its attnum, which a renamed column keeps.';

COMMENT ON COLUMN reeve.collection_column.table_id IS
  'The table''s number then. A restore gives it another one, and its columns other numbers.';

INSERT INTO reeve.collection_column(collection_id, number, name, type, table_id)
SELECT c.collection_id, a.attnum, a.attname, format_type(a.atttypid, a.atttypmod), c.relation
FROM reeve.collection c
JOIN pg_attribute a ON a.attrelid = c.relation AND a.attnum > 0 AND NOT a.attisdropped
WHERE c.is_live;
