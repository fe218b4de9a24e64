-- Code of the apps runs powerless. Each app gets a hand (reeve_hand_<app>), in whose cells all
-- writes of its tables run, and an eye (reeve_eye_<app>), which owns the one function that reads
-- them: reeve.app_install. The role reeve_hand, which read and wrote for all apps, becomes the
-- group of them and keeps no right of its own. The masked views go: what a policy or a cast behind
-- a view calls runs as whoever reads it.

CREATE SCHEMA reeve_cell;

COMMENT ON SCHEMA reeve_cell IS
  'Where code of the apps runs: the cells of each hand and the reading function of each eye.';

-- Nothing of a command outlives its transaction here: each entry deletes its row.
CREATE UNLOGGED TABLE reeve.cell_order(
  backend int CONSTRAINT cell_order_pkey PRIMARY KEY,
  statement text NOT NULL,
  keys text[],
  at timestamptz,
  until timestamptz,
  grace interval,
  max_rows bigint,
  words text,
  vals jsonb[],
  expect jsonb[],
  is_done boolean NOT NULL DEFAULT FALSE,
  answer jsonb
);

COMMENT ON TABLE reeve.cell_order IS
  'What a backend has ordered the cell that it is about to enter to run, and what came of it. '
  'Never committed.';

COMMENT ON COLUMN reeve.cell_order.backend IS 'pg_backend_pid() of the session.';

COMMENT ON COLUMN reeve.cell_order.statement IS
  'Run with $1 keys, $2 at, $3 until, $4 grace, $5 max_rows, $6 words, $7 vals, $8 expect.';

-- Large orders are read once: compressing them costs more than it saves.
ALTER TABLE reeve.cell_order
  ALTER COLUMN vals SET STORAGE EXTERNAL, ALTER COLUMN expect SET STORAGE EXTERNAL,
  ALTER COLUMN keys SET STORAGE EXTERNAL, ALTER COLUMN answer SET STORAGE EXTERNAL;

SET LOCAL ROLE reeve_hand;

DO $do$
DECLARE
  object record;
BEGIN
  FOR object IN
    SELECT 'VIEW ' || c.oid::regclass AS name FROM pg_class c
    WHERE c.relowner = 'reeve_hand'::regrole AND c.relkind = 'v'
      AND c.relnamespace = 'reeve_view'::regnamespace
    UNION ALL
    SELECT 'FUNCTION ' || p.oid::regprocedure FROM pg_proc p
    WHERE p.proowner = 'reeve_hand'::regrole AND p.pronamespace = 'reeve'::regnamespace
  LOOP
    EXECUTE 'DROP ' || object.name;
  END LOOP;
END
$do$;

SET LOCAL ROLE reeve_owner;

DROP SCHEMA reeve_view;

REVOKE USAGE ON SCHEMA reeve_stage FROM reeve_hand;

CREATE TYPE reeve.rule_rows AS (
  rule_id int,
  keys text[],
  labels text[],
  befores jsonb[],
  afters jsonb[],
  tells jsonb[],
  ids bigint[]
);

COMMENT ON TYPE reeve.rule_rows IS
  'The locked rows that one effect of an action is about to change: key, label, columns before and '
  'after, who is told, and the action each belongs to, all in one order.';

-- Where code of the app refuses many subjects, a batch goes on in small parts.
ALTER TABLE reeve.batch ADD COLUMN stride int NOT NULL DEFAULT 500
  CONSTRAINT batch_stride CHECK (stride BETWEEN 1 AND 500);

COMMENT ON COLUMN reeve.batch.stride IS 'Subjects to try in the next transaction, 1 to 500.';
