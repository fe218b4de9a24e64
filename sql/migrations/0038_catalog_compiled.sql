-- What `catalog apply` compiles, so that acts need not read the whole catalog.

ALTER TABLE reeve.rule ADD COLUMN root_sql text, ADD COLUMN due_sql text,
  ADD COLUMN is_own boolean NOT NULL DEFAULT FALSE;

COMMENT ON COLUMN reeve.rule.root_sql IS
  'Expression over a row that it would change: the key of the subject that the row depends on. '
  'NULL only in a rule that was no longer live when this column was added.';

COMMENT ON COLUMN reeve.rule.due_sql IS
  'When a row that it lists is due, an expression over the row; NULL if the catalog does not say.';

COMMENT ON COLUMN reeve.rule.is_own IS
  'Whether it changes the subject''s own row and no other, whatever else there is: nothing that is '
  'written later can be one more of its rows.';

CREATE TABLE reeve.reader_statement(
  app text CONSTRAINT reader_statement_app_fkey REFERENCES reeve.app ON DELETE CASCADE,
  name text,
  statement text NOT NULL,
  is_kept boolean NOT NULL,
  CONSTRAINT reader_statement_pkey PRIMARY KEY (app, name)
);

COMMENT ON TABLE reeve.reader_statement IS
  'What every report and act reads of each app as its reader, as of when the catalog was applied: '
  'the branches of its second reading function (reeve.reader_branches).';

COMMENT ON COLUMN reeve.reader_statement.is_kept IS
  'Whether a session keeps its plan: not where it reads a partitioned table or a view.';

CREATE TABLE reeve.app_part(
  app text CONSTRAINT app_part_app_fkey REFERENCES reeve.app ON DELETE CASCADE,
  path text[],
  body jsonb NOT NULL,
  CONSTRAINT app_part_pkey PRIMARY KEY (app, path)
);

COMMENT ON TABLE reeve.app_part IS
  'The manifest of each app in parts that are read by key, where reading the whole would unpack '
  'it: written with it, by its trigger.';

COMMENT ON COLUMN reeve.app_part.path IS
  '{collections,NAME}; {actions,COLLECTION,VERB}, without the effects; else a member of the '
  'manifest.';

CREATE FUNCTION reeve.app_part_write() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
AS $$
BEGIN
  DELETE FROM reeve.app_part p WHERE p.app = NEW.app;
  INSERT INTO reeve.app_part(app, path, body)
  SELECT NEW.app, ARRAY[m.key], m.value FROM jsonb_each(NEW.manifest) m
  WHERE m.key NOT IN ('collections', 'actions')
  UNION ALL
  SELECT NEW.app, ARRAY['collections', c.key], c.value
  FROM jsonb_each(NEW.manifest -> 'collections') c
  UNION ALL
  (SELECT DISTINCT ON (a.body ->> 'collection', a.body ->> 'verb') NEW.app,
    ARRAY['actions', a.body ->> 'collection', a.body ->> 'verb'], a.body - 'effects'
  FROM jsonb_array_elements(NEW.manifest -> 'actions') WITH ORDINALITY a(body, place)
  ORDER BY a.body ->> 'collection', a.body ->> 'verb', a.place);
  RETURN NULL;
END
$$;

COMMENT ON FUNCTION reeve.app_part_write() IS 'Keeps the parts of a manifest as the manifest is.';

REVOKE ALL ON FUNCTION reeve.app_part_write() FROM PUBLIC;

CREATE TRIGGER app_part AFTER INSERT OR UPDATE OF manifest ON reeve.app
FOR EACH ROW EXECUTE FUNCTION reeve.app_part_write();

UPDATE reeve.app SET manifest = manifest;

CREATE TABLE reeve.file_source(
  app text CONSTRAINT file_source_app_fkey REFERENCES reeve.app ON DELETE CASCADE,
  place int,
  path text NOT NULL,
  owner_id int NOT NULL CONSTRAINT file_source_owner_fkey REFERENCES reeve.collection
    ON DELETE CASCADE,
  collection text NOT NULL,
  bucket text NOT NULL,
  is_personal boolean NOT NULL,
  key text NOT NULL,
  source text NOT NULL,
  narrowed text NOT NULL,
  owner_key text NOT NULL,
  owner_keys text NOT NULL,
  owner_visible text NOT NULL,
  CONSTRAINT file_source_pkey PRIMARY KEY (app, place)
);

COMMENT ON TABLE reeve.file_source IS
  'Where rows of each app name objects of a bucket, as reeve.catalog_files returned it when the '
  'catalog was applied.';

CREATE INDEX file_source_owner ON reeve.file_source(owner_id);
