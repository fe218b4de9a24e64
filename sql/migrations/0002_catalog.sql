-- The applied catalog: what each app declares, resolved against the live database and compiled to
-- SQL fragments whose identifiers are quoted. Only `reeve.catalog_apply` writes here.

CREATE TABLE reeve.app(
  app text CONSTRAINT app_pkey PRIMARY KEY,
  title text NOT NULL,
  schema_name text NOT NULL,
  owner_name text NOT NULL,
  manifest jsonb NOT NULL,
  applied_by text NOT NULL,
  applied_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  CONSTRAINT app_name CHECK (app ~ '^[a-z][a-z0-9_-]{0,62}$')
);

COMMENT ON TABLE reeve.app IS 'Apps whose catalog was applied.';

COMMENT ON COLUMN reeve.app.manifest IS 'The catalog as it was applied, for the next difference.';

CREATE TABLE reeve.collection(
  collection_id int GENERATED ALWAYS AS IDENTITY CONSTRAINT collection_pkey PRIMARY KEY,
  app text NOT NULL CONSTRAINT collection_app_fkey REFERENCES reeve.app,
  name text NOT NULL,
  relation regclass NOT NULL,
  table_sql text NOT NULL,
  key_columns text[] NOT NULL,
  key_types text[] NOT NULL,
  key_sql text NOT NULL,
  match_sql text NOT NULL,
  keys_sql text NOT NULL,
  label_sql text NOT NULL,
  show_columns text[] NOT NULL,
  personal_columns text[] NOT NULL DEFAULT '{}',
  touched_columns text[] NOT NULL DEFAULT '{}',
  find_column text,
  visible_column text,
  bites text NOT NULL DEFAULT 'none',
  locale_sql text,
  zone_sql text,
  search jsonb,
  is_live boolean NOT NULL DEFAULT TRUE,
  CONSTRAINT collection_app_name_key UNIQUE (app, name),
  CONSTRAINT collection_bites CHECK (bites IN ('column', 'none'))
);

COMMENT ON TABLE reeve.collection IS 'One kind of thing an app stores, over row alias t.';

COMMENT ON COLUMN reeve.collection.table_sql IS 'Quoted schema and table.';

COMMENT ON COLUMN reeve.collection.key_sql IS
  'Text of the key over alias t: the column itself, or a JSON array in key order.';

COMMENT ON COLUMN reeve.collection.match_sql IS 'Condition: row t has the key u.key (text).';

COMMENT ON COLUMN reeve.collection.keys_sql IS
  'Condition: row t has one of the keys $1 (text[]), in a form that uses the index.';

COMMENT ON COLUMN reeve.collection.visible_column IS
  'timestamptz column: the row is hidden, or the person barred, while it lies in the future.';

CREATE TABLE reeve.rule(
  rule_id int GENERATED ALWAYS AS IDENTITY CONSTRAINT rule_pkey PRIMARY KEY,
  app text NOT NULL CONSTRAINT rule_app_fkey REFERENCES reeve.app,
  verb text NOT NULL,
  collection_id int NOT NULL CONSTRAINT rule_collection_fkey REFERENCES reeve.collection,
  seq int NOT NULL,
  name text NOT NULL,
  affected_id int NOT NULL CONSTRAINT rule_affected_fkey REFERENCES reeve.collection,
  kind text NOT NULL CONSTRAINT rule_kind CHECK (kind IN ('hide', 'set', 'list')),
  columns text[] NOT NULL DEFAULT '{}',
  is_reversible boolean NOT NULL DEFAULT TRUE,
  select_sql text NOT NULL,
  order_sql text NOT NULL,
  is_live boolean NOT NULL DEFAULT TRUE,
  CONSTRAINT rule_name_key UNIQUE (app, verb, collection_id, name)
);

COMMENT ON TABLE reeve.rule IS
  'One effect of an action (or one way to go stale), in the order of seq, compiled.';

COMMENT ON COLUMN reeve.rule.order_sql IS 'Columns of the key: commands lock rows in this order.';

COMMENT ON COLUMN reeve.rule.select_sql IS
  'Rows it would change: key, label, before, after, tell. $1 keys, $2 at, $3 until, $4 grace.';

CREATE TABLE reeve.policy(
  app text CONSTRAINT policy_app_fkey REFERENCES reeve.app,
  name text,
  title text NOT NULL,
  clause text NOT NULL,
  grace interval NOT NULL DEFAULT '24 hours',
  is_live boolean NOT NULL DEFAULT TRUE,
  CONSTRAINT policy_pkey PRIMARY KEY (app, name)
);

COMMENT ON TABLE reeve.policy IS 'Clauses that an action can cite, and the grace each one gives.';

CREATE TABLE reeve.template(
  app text CONSTRAINT template_app_fkey REFERENCES reeve.app,
  name text,
  locale text,
  subject text NOT NULL,
  body text NOT NULL,
  CONSTRAINT template_pkey PRIMARY KEY (app, name, locale)
);

COMMENT ON TABLE reeve.template IS
  'Texts of notices; {name} and {name|time} stand for arguments, the latter in the reader''s zone.';

CREATE TABLE reeve.report(
  app text CONSTRAINT report_app_fkey REFERENCES reeve.app,
  name text,
  collection_id int NOT NULL CONSTRAINT report_collection_fkey REFERENCES reeve.collection,
  call_sql text NOT NULL,
  arguments text[] NOT NULL,
  columns text[] NOT NULL,
  help text NOT NULL,
  CONSTRAINT report_pkey PRIMARY KEY (app, name)
);

COMMENT ON TABLE reeve.report IS 'Read-only verbs that an app''s catalog brings along.';

COMMENT ON COLUMN reeve.report.call_sql IS
  'SELECT giving one text[] a row; $1 key, $2 arguments text[].';
