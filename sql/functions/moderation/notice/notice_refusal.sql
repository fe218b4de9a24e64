CREATE OR REPLACE FUNCTION reeve.notice_refusal(o reeve.outbox) RETURNS text
LANGUAGE sql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
  SELECT CASE
    WHEN o.arguments = '{}' THEN 'an erasure has emptied it'
    WHEN EXISTS (
      SELECT FROM reeve.action a WHERE a.action_id = o.action_id AND a.reversed_by IS NOT NULL
        AND o.template NOT LIKE 'appeal-%')
    THEN format('A%s, which owed it, has been undone', o.action_id)
    WHEN EXISTS (
      SELECT FROM reeve.case k WHERE k.case_id = o.case_id AND k.closed_at IS NULL)
    THEN format('C%s, whose outcome it tells, is open again', o.case_id)
    WHEN o.state <> 'failed' AND (o.result IN ('bounced', 'failed')) IS NOT TRUE
    THEN format('it is %s', coalesce(o.result, o.state)) END
$$;

COMMENT ON FUNCTION reeve.notice_refusal(reeve.outbox) IS
  'Why a notice is not sent again; NULL if it may be.';
