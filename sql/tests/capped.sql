-- Included by an app's test: a person gets at most as many messages by a channel as the catalog
-- says, the rest later, and none is lost. Variables: `app`, `capped` (a template of the channel),
-- `most` (of each person). Needs fixtures/worker.sql, bob, and pg_temp.unread(who), his badge.
\ir deliver.sql

:as_app;

SELECT pg_temp.unread('bob') AS unread \gset

RESET SESSION AUTHORIZATION;

-- As if what was sent before had been sent long ago.
DO $$BEGIN UPDATE reeve.notice_slot SET free_at = now() - interval '1 s'; END$$;

INSERT INTO reeve.outbox(action_id, collection_id, key, about, template, locale, zone, arguments,
  due_at, act)
SELECT a.action_id, c.collection_id, pg_temp.kept('bob')::text, 'user:' || n, :'capped', 'en',
  'UTC', '{"label": "it", "until": "infinity", "policy": "a policy"}', now(), 'X' || n
FROM reeve.collection c
CROSS JOIN (SELECT max(x.action_id) AS action_id FROM reeve.action x) a
CROSS JOIN generate_series(1, :most + 2) n
WHERE c.app = :'app' AND c.name = 'user';

\ir deliver.sql

:as_app;

SELECT is(pg_temp.unread('bob'), :unread + :most::bigint, 'no more than so many arrive at once');

RESET SESSION AUTHORIZATION;

DO $$BEGIN UPDATE reeve.notice_slot SET free_at = now() - interval '1 s'; END$$;

\ir deliver.sql

:as_app;

SELECT is(pg_temp.unread('bob'), :unread + :most::bigint + 2, 'and the rest later');

RESET SESSION AUTHORIZATION;
