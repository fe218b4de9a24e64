-- $1 … $2: students by id, of whom one in a hundred has not agreed.
INSERT INTO lode.consents (id, student_id, text_version, given_at)
SELECT n, n, '2026-01', current_setting('sample.as_of')::date - 50
FROM generate_series($1::bigint, $2::bigint) n
WHERE n % 100 > 0
ORDER BY n
