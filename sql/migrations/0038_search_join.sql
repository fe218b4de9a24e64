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
