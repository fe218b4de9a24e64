-- What is searched for, and how fast and how often in vain: counted by day. Nobody's name is
-- kept, and a query only once it was asked three times. Unlogged: it may be lost, and nobody waits
-- for it.

CREATE UNLOGGED TABLE reeve.search_question(
  day date,
  app text,
  hash bigint,
  query text,
  asked bigint NOT NULL,
  empty bigint NOT NULL,
  CONSTRAINT search_question_pkey PRIMARY KEY (day, app, hash)
) WITH (fillfactor = 50);

COMMENT ON TABLE reeve.search_question IS
  'Queries by day: how often asked, how often without a result.';

COMMENT ON COLUMN reeve.search_question.hash IS '0 = all that are not told apart.';

COMMENT ON COLUMN reeve.search_question.query IS 'Its words, from the third time on.';

CREATE UNLOGGED TABLE reeve.search_pace(
  day date,
  app text,
  step int,
  asked bigint NOT NULL,
  CONSTRAINT search_pace_pkey PRIMARY KEY (day, app, step)
) WITH (fillfactor = 50);

COMMENT ON TABLE reeve.search_pace IS 'How long searches took, by day.';

COMMENT ON COLUMN reeve.search_pace.step IS 'At most 1.2 to the power of step milliseconds.';
