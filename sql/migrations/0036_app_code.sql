-- The code of an app runs whenever Reeve touches its tables. Applying the catalog pins each piece
-- of it by digest, so that check and doctor can tell what changed since somebody read it.

CREATE TABLE reeve.app_code_pin(
  app text NOT NULL CONSTRAINT app_code_pin_app_fkey REFERENCES reeve.app,
  kind text NOT NULL,
  object text NOT NULL,
  digest bytea NOT NULL CONSTRAINT app_code_pin_digest_length CHECK (octet_length(digest) = 32),
  alarms text[] NOT NULL,
  is_ours boolean NOT NULL,
  CONSTRAINT app_code_pin_pkey PRIMARY KEY (app, kind, object)
);

COMMENT ON TABLE reeve.app_code_pin IS
  'Each piece of an app''s code that Reeve''s calls can reach, as of the last catalog apply.';

COMMENT ON COLUMN reeve.app_code_pin.object IS 'Name with its schema, as pg_identify_object tells.';

COMMENT ON COLUMN reeve.app_code_pin.digest IS 'SHA-256 of owner and definition.';

COMMENT ON COLUMN reeve.app_code_pin.alarms IS 'What was alarming about it, in words.';

COMMENT ON COLUMN reeve.app_code_pin.is_ours IS 'Whether catalog apply made it.';
