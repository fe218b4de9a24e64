-- Consents: terms that people need not accept, and may withdraw.

ALTER TABLE reeve.term ADD COLUMN is_consent boolean NOT NULL DEFAULT FALSE,
  ADD CONSTRAINT term_consent CHECK (NOT is_consent OR limit_name IS NULL);

COMMENT ON COLUMN reeve.term.is_consent IS
  'Whether nobody owes it: people consent to it, and withdraw that.';

CREATE TABLE reeve.consent(
  consent_id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT consent_pkey PRIMARY KEY,
  term_id int NOT NULL CONSTRAINT consent_version_fkey REFERENCES reeve.term_version,
  collection_id int NOT NULL CONSTRAINT consent_collection_fkey REFERENCES reeve.collection,
  key text NOT NULL,
  locale text NOT NULL,
  given_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  filed_by text NOT NULL,
  withdrawn_at timestamptz,
  withdrawn_by text,
  CONSTRAINT consent_text_fkey FOREIGN KEY (term_id, locale) REFERENCES reeve.term_text,
  CONSTRAINT consent_withdrawn CHECK ((withdrawn_at IS NULL) = (withdrawn_by IS NULL)),
  CONSTRAINT consent_order CHECK (withdrawn_at >= given_at)
);

COMMENT ON TABLE reeve.consent IS
  'Who consented to which version of terms, in which language, from when until when; given again '
  'after it was withdrawn, it is another row. filed_by, withdrawn_by: the logins that said so.';

CREATE UNIQUE INDEX consent_open ON reeve.consent(collection_id, key, term_id)
  WHERE withdrawn_at IS NULL;

CREATE INDEX consent_person ON reeve.consent(collection_id, key, consent_id);
