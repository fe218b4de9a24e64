CREATE OR REPLACE FUNCTION buckit.flag_storm(keys text[])
RETURNS TABLE(key text, reason text, value numeric)
LANGUAGE sql STABLE AS $body$
  SELECT w.user_id::text,
    format('voted down %s activities of user:%s within a day', max(w.votes), w.author_id),
    max(w.votes)::numeric
  FROM (
    SELECT v.user_id, a.author_id, count(*) OVER (
      PARTITION BY v.user_id, a.author_id ORDER BY v.voted_at
      RANGE BETWEEN interval '1 day' PRECEDING AND CURRENT ROW) AS votes
    FROM buckit.votes v JOIN buckit.activities a ON a.id = v.activity_id
    WHERE v.value < 0 AND (v.void_until > statement_timestamp()) IS NOT TRUE
      AND (flag_storm.keys IS NULL OR v.user_id = ANY (ARRAY(
        SELECT (k::jsonb ->> 0)::bigint FROM unnest(flag_storm.keys) k)))) w
  GROUP BY w.user_id, w.author_id
  HAVING max(w.votes) >= 10
$body$;

COMMENT ON FUNCTION buckit.flag_storm(text[]) IS
'For the back office: of the people with these votes, all where NULL, those who voted down ten or
more activities of one author within a day.';
