CREATE OR REPLACE FUNCTION reeve.strike_weigh(
  collection_id int, keys text[], at timestamptz, most int DEFAULT NULL,
  besides bigint[] DEFAULT '{}')
RETURNS TABLE(
  key text, action_id bigint, weight int, expires_at timestamptz, voided_by bigint, counts boolean)
LANGUAGE plpgsql STABLE ROWS 20 SET search_path = pg_catalog, reeve, pg_temp
SET enable_hashjoin = off SET enable_mergejoin = off
SET enable_seqscan = off  -- The planner may still believe that tables are empty.
AS $$
DECLARE
  expires interval := coalesce((
    SELECT (m.body ->> 'expire')::interval
    FROM reeve.collection c JOIN reeve.app_part m ON m.app = c.app AND m.path = '{strikes}'
    WHERE c.collection_id = strike_weigh.collection_id), '180 days');
BEGIN
  -- By index, account by account, not by a join with all strikes and actions ever.
  RETURN QUERY
    SELECT o.key, x.*
    FROM reeve.account_keys(strike_weigh.collection_id, keys) o
    CROSS JOIN LATERAL (
      SELECT a.action_id, p.strike_weight, e.expires_at, v.voided_by,
        v.voided_by IS NULL AND e.expires_at > at
      FROM (
        SELECT s.action_id FROM reeve.strike s
        WHERE s.collection_id = strike_weigh.collection_id AND s.key = o.account
          AND s.action_id NOT IN (SELECT b FROM unnest(besides) b) OFFSET 0) s
      JOIN reeve.action a USING (action_id)
      JOIN reeve.collection c ON c.collection_id = a.collection_id
      JOIN reeve.policy p ON p.app = c.app AND p.name = a.policy
      -- A strike stays if its action ended by itself, or its appeal was granted only in part.
      LEFT JOIN reeve.action u ON u.action_id = a.reversed_by
      LEFT JOIN reeve.appeal l ON l.action_id = a.action_id
      CROSS JOIN LATERAL (SELECT a.performed_at + expires) e(expires_at)
      CROSS JOIN LATERAL (
        SELECT CASE WHEN l.outcome = 'overturned' OR u.verb = 'undo' AND l.outcome IS DISTINCT FROM
          'partly' THEN coalesce(u.action_id, a.action_id) END) v(voided_by)
      WHERE p.strike_weight > 0
        AND (most IS NULL OR v.voided_by IS NULL AND e.expires_at > at)
      LIMIT most) x;
END
$$;

COMMENT ON FUNCTION reeve.strike_weigh(int, text[], timestamptz, int, bigint[]) IS
  'The strikes of persons, and of the accounts merged into theirs, but for those of the actions '
  'besides: the weight of the policy, the end by the catalog (180 days by default), the undo that '
  'voided it (the action itself if nothing of it could be restored), and whether it counts at that '
  'moment. most: any so many of each account that count; NULL: all, and those that do not.';
