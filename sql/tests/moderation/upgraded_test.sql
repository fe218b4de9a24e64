-- Bans that were in force when 0.2.0 was upgraded are undone exactly: what their columns held
-- before, which that release kept as one moment, is rewritten by 0017_moderation.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
\ir ../fixtures/shop_actions.sql
SELECT plan(4);
\set rewritten `sed -n '/^UPDATE reeve.subject/,/;$/p' sql/migrations/0017_moderation.sql`
UPDATE "Odd Shop".item SET hidden_until = v.held
FROM (VALUES (1, timestamptz '2001-02-03 04:05:06.789'), (2, 'infinity')) v(nr, held)
WHERE stall_code = 'c' AND item.nr = v.nr;
CREATE TEMP TABLE before AS SELECT * FROM "Odd Shop".item;
CREATE TEMP TABLE done(id bigint);
GRANT INSERT ON done TO PUBLIC;
SET SESSION AUTHORIZATION shop_ann;
INSERT INTO done SELECT (o.detail ->> 'action_id')::bigint
FROM (VALUES (1, '1d'), (1, '3d'), (2, '1d')) v(nr, lasts)
CROSS JOIN LATERAL reeve.action_perform('hide', 'shop', 'item', format('["c", %s]', v.nr),
  jsonb_build_object('policy', 'spam', 'for', v.lasts), NULL) o;
RESET SESSION AUTHORIZATION;
SELECT is((SELECT count(id) FROM done), 3::bigint, 'three restrictions are in force');
-- As 0.2.0 kept it.
ALTER TABLE reeve.subject ADD base_until timestamptz;
UPDATE reeve.subject SET base_until = (base ->> 'hidden_until')::timestamptz, base = NULL
WHERE hidden_by <> '{}';
:rewritten
ALTER TABLE reeve.subject DROP base_until;
SELECT is((SELECT count(*) FROM reeve.subject WHERE hidden_by <> '{}' AND base ? 'hidden_until'),
  2::bigint, 'both rows have a base again');
SELECT string_agg(id::text, ',' ORDER BY id) AS ids FROM done \gset
SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT string_agg(o.outcome, ' ') FROM unnest(ARRAY[:ids]::bigint[]) u(id)
  CROSS JOIN LATERAL reeve.undo_perform(u.id, NULL, NULL) o), 'done done done', 'they are undone');
RESET SESSION AUTHORIZATION;
SELECT is_empty('TABLE before EXCEPT TABLE "Odd Shop".item', 'and all is as it was');
SELECT * FROM finish();
ROLLBACK;
