-- Rights of the person: exports of what they own, downloads by the app for them, and requests with
-- a legal deadline.

ALTER TABLE reeve.reveal
  DROP CONSTRAINT reveal_kind,
  ADD CONSTRAINT reveal_kind CHECK (
    kind IN ('fields', 'find', 'chat', 'evidence', 'dump', 'export')),
  ADD COLUMN taken xid8;

COMMENT ON COLUMN reeve.reveal.taken IS
  'Of an export: the transaction that began it, behind which, once it has committed, the rows can '
  'be read.';

CREATE TABLE reeve.download(
  download_id bigint GENERATED ALWAYS AS IDENTITY CONSTRAINT download_pkey PRIMARY KEY,
  collection_id int NOT NULL CONSTRAINT download_collection_fkey REFERENCES reeve.collection,
  key text NOT NULL,
  begun_at timestamptz NOT NULL DEFAULT clock_timestamp(),
  begun_by text NOT NULL
);

COMMENT ON TABLE reeve.download IS
  'When an app''s login began to read what a person owns, for that person.';

COMMENT ON COLUMN reeve.download.begun_by IS 'The login that began it.';

CREATE INDEX download_person ON reeve.download(collection_id, key, begun_at);

ALTER TABLE reeve.case
  ADD COLUMN request text CONSTRAINT case_request CHECK (
    request IN ('access', 'erasure', 'correction', 'objection')),
  ADD COLUMN deadline timestamptz,
  ADD CONSTRAINT case_deadline CHECK ((request IS NULL) = (deadline IS NULL));

COMMENT ON COLUMN reeve.case.request IS
  'What the subject, a person, asked for as the law lets them; NULL: somebody or a rule reported '
  'the subject.';

COMMENT ON COLUMN reeve.case.deadline IS 'By when a request has to be answered.';

DROP INDEX reeve.case_open;

CREATE UNIQUE INDEX case_open ON reeve.case(collection_id, key, policy, request) NULLS NOT DISTINCT
WHERE closed_at IS NULL;

CREATE TABLE reeve.request_text(
  case_id bigint CONSTRAINT request_text_pkey PRIMARY KEY
    CONSTRAINT request_text_case_fkey REFERENCES reeve.case,
  words text NOT NULL CONSTRAINT request_text_length CHECK (char_length(words) BETWEEN 1 AND 2000)
);

COMMENT ON TABLE reeve.request_text IS
  'What people wrote with their requests; personal, erasable.';

UPDATE reeve.refusal
SET sentence = 'The login has asked as often as it may.',
  remedy = 'Try again later; of searches, `search.limit` of the catalog says how many.'
WHERE code = 'RV012';
