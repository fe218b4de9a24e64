-- The stored counter, and identities that go on after the ids given above.
UPDATE buckit.activities a SET comment_count = n.comments
FROM (SELECT c.activity_id, count(*) AS comments FROM buckit.comments c GROUP BY 1) n
WHERE n.activity_id = a.id;

INSERT INTO buckit.identities(provider, provider_id, user_id)
SELECT u.provider, md5('sample ' || u.id), u.id FROM buckit.users u ORDER BY 1, 2;

SELECT setval(pg_get_serial_sequence('buckit.' || t.name, 'id'), o.scale)
FROM sample o, unnest('{users,activities,buckets,comments}'::text[]) t(name);

DROP TABLE sample, sample_city, sample_word;

DROP FUNCTION pg_temp.pick_from(text[], bigint, bigint);

DROP FUNCTION pg_temp.pick(bigint, bigint, integer);
