CREATE TABLE reeve.live_copy_use(
  copy_id int NOT NULL CONSTRAINT live_copy_use_copy_fkey REFERENCES reeve.live_copy,
  role_name text NOT NULL,
  application text NOT NULL,
  used_at timestamptz NOT NULL DEFAULT clock_timestamp()
);

COMMENT ON TABLE reeve.live_copy_use IS
  'Who wrote through the old name of a table after a cutover; about one row an hour for each '
  'login and application.';

CREATE INDEX live_copy_use_last
  ON reeve.live_copy_use(copy_id, role_name, application, used_at);
