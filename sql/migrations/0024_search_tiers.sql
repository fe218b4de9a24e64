-- Search ranks by one index of documents with posting tiers. What was built before has none, so it
-- is dropped; the worker builds each index again, and until then a search says that there is none.
DO $do$
DECLARE
  g record;
BEGIN
  FOR g IN SELECT generation_id, table_name FROM reeve.search_generation LOOP
    EXECUTE format('DROP TABLE IF EXISTS reeve_index.%I, reeve_index.%I', g.table_name,
      'word_' || g.generation_id);
    DELETE FROM reeve.change_reader r WHERE r.name = 'search.' || g.generation_id;
  END LOOP;
END
$do$;
DELETE FROM reeve.search_pointer;
DELETE FROM reeve.search_task;
DELETE FROM reeve.search_generation;
DELETE FROM reeve.search_waiting;

ALTER TABLE reeve.search_generation DROP common, DROP shares, DROP chances,
  ADD shown bigint NOT NULL DEFAULT 0;
COMMENT ON COLUMN reeve.search_generation.shown IS 'Documents that everybody may see.';
COMMENT ON COLUMN reeve.search_generation.average IS
  'Length of a document on average when its index was built (reeve.search_length); 0 = not built.';

ALTER TABLE reeve.search_task DROP CONSTRAINT search_task_kind;
ALTER TABLE reeve.search_task ADD CONSTRAINT search_task_kind
  CHECK (kind IN ('sample', 'cuts', 'load', 'text', 'words', 'key', 'popularity'));
COMMENT ON TABLE reeve.search_task IS
  'Pieces of a build: a sample of ranges of keys, the cuts of posting tiers by it, the ranges to '
  'load, then indexes and the dictionary.';
COMMENT ON COLUMN reeve.search_task.task IS
  'For loads, the number of the range; for samples that number and the number of ranges.';

COMMENT ON TABLE reeve.search_due IS
  'Rows that are searched, or by whose texts others are, and that are hidden until a moment: then '
  'they and what belongs to them are read again.';
COMMENT ON COLUMN reeve.search_due.source_id IS 'The collection of the row.';
COMMENT ON COLUMN reeve.search_due.due_at IS
  'Of its own column or of Reeve''s, the later one, as it was when it was last read.';

-- Functions of search are written over these, and made again over the tables of each generation.
-- Numbers of one length first, without gaps.
CREATE TABLE reeve.search_document_shape(
  digest bigint NOT NULL,
  popularity real NOT NULL,
  norm real NOT NULL,
  range int NOT NULL,
  key text NOT NULL,
  tsv tsvector NOT NULL,
  fields jsonb
);
-- A publication of all tables lets only rows with an identity change.
ALTER TABLE reeve.search_document_shape REPLICA IDENTITY FULL;
COMMENT ON TABLE reeve.search_document_shape IS
  'Columns of the documents of a generation, which has a table of its own; always empty. Further '
  'columns n1, n2, … are its ranges (search_generation.ranges).';
COMMENT ON COLUMN reeve.search_document_shape.tsv IS
  'Words with positions and weights, posting tiers, values of filters, the title and whether '
  'everybody may see the row (reeve.search_document).';
COMMENT ON COLUMN reeve.search_document_shape.norm IS
  'What its score is multiplied by for its length (reeve.search_norm).';
COMMENT ON COLUMN reeve.search_document_shape.digest IS 'Of what it was made from.';
COMMENT ON COLUMN reeve.search_document_shape.range IS 'Of the key: search_generation.bounds.';
COMMENT ON COLUMN reeve.search_document_shape.fields IS
  'Values of filters in the order of reeve.search_lexed, of an array in one, as they are written; '
  'then the language, if rows have one.';
CREATE TABLE reeve.search_word_shape(
  word text COLLATE "C" NOT NULL,
  df bigint NOT NULL,
  shown bigint NOT NULL,
  stems text[],
  cuts float8[]
);
ALTER TABLE reeve.search_word_shape REPLICA IDENTITY FULL;
COMMENT ON TABLE reeve.search_word_shape IS
  'Columns of the dictionary of a generation, which has a table of its own; always empty.';
COMMENT ON COLUMN reeve.search_word_shape.df IS 'How many documents have the word.';
COMMENT ON COLUMN reeve.search_word_shape.shown IS
  'How many of these everybody may see: not hidden by the app or by Reeve, and listed (where).';
COMMENT ON COLUMN reeve.search_word_shape.cuts IS
  'Impacts (reeve.search_impact) from which a document belongs to its posting tiers, the first one '
  'first. NULL: it has none.';

CREATE TYPE reeve.search_hit AS (
  generation_id int,
  key text,
  rank real,
  is_pinned boolean
);
COMMENT ON TYPE reeve.search_hit IS 'A document that a search found.';
CREATE TYPE reeve.search_term AS (
  place int,
  span int,
  word text,
  lexeme text,
  kind text,
  df bigint,
  weight float8,
  levels int
);
COMMENT ON TYPE reeve.search_term IS
  'What a word of a query is searched for as (reeve.search_terms), and how many posting tiers the '
  'lexeme has.';
CREATE TYPE reeve.search_scored_word AS (
  place int,
  best float8,
  df float8,
  idf float8,
  plain text,
  tiers text[],
  sizes float8[],
  queries text[],
  "values" float8[],
  lexeme text
);
COMMENT ON TYPE reeve.search_scored_word IS
  'How one word of a query finds and scores documents. plain: tsquery of those that have it, df: '
  'about how many they are, tiers and sizes: the same for its posting tiers; idf: how rare it is; '
  'best: what it counts at most; queries, values: the four ways in which it is looked for and what '
  'each counts before idf; lexeme: the likeliest variant.';
CREATE TYPE reeve.search_scoring AS (
  n int,
  documents float8,
  "values" float8[],
  queries tsquery[],
  more_values float8[],
  more_queries tsquery[],
  more_words int[],
  pairs tsquery[],
  title tsquery,
  stops tsquery[],
  heads tsquery,
  plains text[],
  dfs float8[],
  tiers text[],
  sizes float8[],
  lexemes text[],
  beginning text,
  pattern text,
  corrected text,
  scored reeve.search_scored_word[]
);
COMMENT ON TYPE reeve.search_scoring IS
  'What a query scores documents of a generation by, as reeve.search_score takes it, of n known '
  'words, the rarest first. documents: how many there are; plains: tsqueries of all documents with '
  'each word, dfs: about how many they are; tiers, sizes: the same for three posting tiers of each '
  'word; heads: titles that are the name of a word. lexemes, beginning, pattern: what to mark as '
  'matched (reeve.search_mark); corrected: the query that is searched for instead; scored: the '
  'words, in this order.';
CREATE TYPE reeve.search_query AS (
  generations int[],
  is_public boolean,
  pending text[],
  words text[],
  every text[],
  scorings reeve.search_scoring[],
  musts tsquery[],
  conditions text[],
  field text,
  is_descending boolean,
  pins jsonb,
  relaid text
);
COMMENT ON TYPE reeve.search_query IS
  'How generations are queried: the words without stop words, and those that are no side of an OR; '
  'of each generation how words are scored (NULL: none is known), the tsquery that documents must '
  'match (operators and filters; NULL: any) and a condition over i, a document (ranges, hides); '
  'the filter to sort by (NULL: by relevance); the pinned rows, [generation, key], first those of '
  'rules. pending: of the public, keys of rows that have changed since the index read them '
  '(reeve.search_pending_keys); relaid: the query in another keyboard layout '
  '(reeve.search_relaid).';

CREATE TABLE reeve.search_constant(
  name text CONSTRAINT search_constant_pkey PRIMARY KEY,
  value float8 NOT NULL,
  unit text NOT NULL,
  reason text NOT NULL,
  measured text NOT NULL
);
COMMENT ON TABLE reeve.search_constant IS
  'Numbers that search ranks by. After a change of one that documents depend on (weights, '
  'length_share, tiers), indexes are built again.';
COMMENT ON COLUMN reeve.search_constant.reason IS 'What it decides.';
COMMENT ON COLUMN reeve.search_constant.measured IS 'The measurement that chose it.';
INSERT INTO reeve.search_constant(name, value, unit, reason, measured) VALUES
  ('weight_a', 1.0, 'of an occurrence', 'What an occurrence in fields a counts.',
    'nDCG@10 with b, c, d of .65, .5, .3 and of .65, .65, .5: products .864, .832; Cranfield .371, '
      '.361; apps .567, .574. Of .5, .3, .1: .889, .383, .548.'),
  ('weight_b', 0.8, 'of an occurrence', 'The same in fields b.',
    'nDCG@10 with .65, .8: products .888, .906; packages .528, .529; apps .575, .574; foods .749, '
      '.745; others within .002.'),
  ('weight_c', 0.5, 'of an occurrence', 'The same in fields c.',
    'With .5, .4 (and d .25): products .888, .904; Cranfield .370, .375; apps .575, .566; others '
      'within .004.'),
  ('weight_d', 0.3, 'of an occurrence', 'The same in fields d.', 'As weight_a.'),
  ('length_share', 0.4, 'of a document',
    'How much of a score a document''s length decides.',
    'nDCG@10 with .15, .25, .4, .55 before names of titles counted: products .787, .827, '
      '.864, .867; foods .620, .638, .657, .677; packages .484, .472, .498, .508; Cranfield '
      '.363, .368, .371, .376; things .530, .532, .537, .533; apps .574, .580, .567, .551.'),
  ('tier_first', 64, 'rows', 'Rows of the first posting tier of a word.',
    'A page of 20 and 10 spare rows come from one tier: .4 ms of CPU for one word of 200,000 '
      'rows.'),
  ('tier_growth', 8, 'times', 'How much larger the next of three tiers is.',
    '64, 512 and 4,096 rows: tiers are 13 % of the vectors and 23 % of their index.'),
  ('tier_margin', 2.5, 'times', 'A word has a tier if it is in so many times its rows.',
    'A tier of nearly all rows of a word finds no sooner what the word itself finds.'),
  ('score_all_rows', 600, 'rows',
    'Where the words of a query are in so few documents together, all are scored.',
    '200,000 products, two words: 1,200 rows take 3.5 ms, 600 take 1.6.'),
  ('score_all_documents', 12000, 'documents times words, at most six',
    'A collection that is smaller is scored whole.', 'About 5 ms.'),
  ('candidates', 4000, 'rows', 'Candidates of a step; more are cut.',
    'Scoring takes about 2 us a candidate and word.'),
  ('ask_margin', 5, 'times',
    'A step is taken if so many times the wanted rows are expected of it.',
    '200,000 products: with 1.5, 5, 12 the ten rows that scoring all documents finds are found in '
      '.947, .953, .964 of cases (of two of the commonest words in .59, .67, .84, which take 7.0, '
      '7.5, 11.4 ms); with 1 a second step is needed for one query in three.'),
  ('ask_margin_one', 2, 'times', 'The same for a query of one word.',
    '200,000 products: with 5 and with 2 all ten rows are found, in 3.4 and 1.9 ms.'),
  ('pair_rows', 400, 'rows', 'Candidates that a pair of words may add where a page is short.',
    '1,000,000 rows, 4 words: about 1,500 candidates, 9.6 ms.'),
  ('finalists', 60, 'rows', 'Candidates whose neighbouring words are looked at.',
    'Rated products: adjacency on the best 50 gives what it gives on all.'),
  ('adjacency', 0.15, 'of a score',
    'What it counts that all neighbours of a query stand together.',
    'nDCG@10 with 0, .15, .3: Cranfield .369, .370, .365; products .886, .888, .874; packages '
      '.518, .528, .524; foods .749, .749, .740; apps .567, .575, .573.'),
  ('stop_words', 0.3, 'of a score',
    'What it counts that the best field has the stop words of a query.',
    'So that `the war` finds The War before War of the Worlds. nDCG@10 with 0, .3: known '
      'items .848, .888; products .885, .888; packages .523, .528; others within .003.'),
  ('whole_title', 1.5, 'times',
    'What it counts that a title is just the query.',
    'A title of one word is first of thousands that have it. nDCG@10 of things with 1, 1.5: '
      '.524, .537 before names of titles counted, .607, .609 since; names in 17 languages .711, '
      '.707.'),
  ('head', 0.6, 'of a score',
    'What it counts that a title is the name of what a query of one word asks for (the last '
      'word before a stop word or a sign); of two words a quarter, of three a ninth.',
    'nDCG@10 with 0, .4, .7, 1: foods .660, .739, .749, .754; things .537, .587, .609, .613; '
      'products .862, .882, .888, .894; packages .498, .522, .528, .529; known items .894, '
      '.891, .888, .887.'),
  ('prefix_rows', 5000, 'rows',
    'A beginning of words in more rows is looked for as its commonest words.',
    'The index reads the rows of all words with a beginning: 5,000 take about 2 ms.');

-- What an app's own functions of search need.
CREATE TABLE reeve.search_secret(
  is_only boolean CONSTRAINT search_secret_pkey PRIMARY KEY DEFAULT TRUE,
  secret bytea NOT NULL,
  CONSTRAINT search_secret_only CHECK (is_only)
);
COMMENT ON TABLE reeve.search_secret IS
  'Seals the cursors of pages (reeve.search_cursor); one row.';
INSERT INTO reeve.search_secret(secret)
VALUES (sha256(convert_to(gen_random_uuid()::text || gen_random_uuid(), 'UTF8')));

CREATE TABLE reeve.app_grant(
  app text NOT NULL,
  role_name text NOT NULL,
  object text NOT NULL,
  CONSTRAINT app_grant_pkey PRIMARY KEY (app, role_name, object)
);
COMMENT ON TABLE reeve.app_grant IS
  'What the catalog of an app has given to roles that it lets call functions, and they did not '
  'have (reeve.catalog_callers).';
COMMENT ON COLUMN reeve.app_grant.object IS 'SCHEMA or FUNCTION, and its name.';

ALTER TABLE reeve.search_heard
  ADD collection_id int, ADD who bigint, ADD is_opened boolean NOT NULL DEFAULT FALSE,
  ADD is_counted boolean NOT NULL DEFAULT FALSE, ADD nth bigint GENERATED ALWAYS AS IDENTITY;
COMMENT ON TABLE reeve.search_heard IS
  'Searches, and rows opened after them, until they are counted and six minutes old.';
COMMENT ON COLUMN reeve.search_heard.who IS
  'Hash of who searches: a visitor of the app, or a session. NULL: not learned from.';
COMMENT ON COLUMN reeve.search_heard.is_counted IS 'Kept to see what a later search rewords.';
COMMENT ON COLUMN reeve.search_heard.nth IS 'The order in which they came.';

CREATE UNLOGGED TABLE reeve.search_reworded(
  collection_id int NOT NULL,
  hash bigint NOT NULL,
  words text,
  value text,
  times bigint NOT NULL,
  day date NOT NULL,
  CONSTRAINT search_reworded_pkey PRIMARY KEY (collection_id, hash)
);
COMMENT ON TABLE reeve.search_reworded IS
  'Words that people replaced by others before they opened a row, of the last 30 days.';
COMMENT ON COLUMN reeve.search_reworded.words IS 'Those that they replaced, from the third on.';
COMMENT ON COLUMN reeve.search_reworded.value IS 'By what, from the third on.';
COMMENT ON COLUMN reeve.search_reworded.day IS 'The last one.';

ALTER TABLE reeve.search_rule DROP CONSTRAINT search_rule_kind,
  ADD CONSTRAINT search_rule_kind CHECK (kind IN ('synonym', 'distinct', 'stop', 'pin', 'hide'));
COMMENT ON TABLE reeve.search_rule IS
  'What people decided about search: words that mean the same or do not, words to pass over, and '
  'rows that come first or not at all.';
COMMENT ON COLUMN reeve.search_rule.value IS
  'For a synonym the words that are looked for too, for distinct words those that mean something '
  'else, for a pin or hide the row''s key.';

INSERT INTO reeve.refusal(code, sentence, exit_status, remedy) VALUES
  ('RV012', 'The login has searched as often as the catalog lets it.', 1,
    'Try again later, or raise `search.limit` of the catalog.');
