CREATE OR REPLACE FUNCTION reeve.approval_waiting(app text, after bigint DEFAULT 0)
RETURNS SETOF reeve.approval
LANGUAGE plpgsql STABLE SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  -- As text: a name would bring its collation, "C", and no index on text would serve its callees.
  login text := session_user;
  a reeve.approval;
  c reeve.collection;
  code text;
BEGIN
  FOR a IN
    SELECT l.* FROM reeve.approval l
    WHERE l.state = 'proposed' AND l.lapses_at > statement_timestamp() AND l.approval_id > after
    ORDER BY l.lapses_at LIMIT 50
  LOOP
    CONTINUE WHEN reeve.person_logins(login, a.proposed_at) && a.proposers
      OR reeve.approval_is_void(a);
    IF a.collection_id IS NULL THEN
      SELECT b.code INTO code
      FROM reeve.office_barred(login, a.verb, a.key, a.args) b;
    ELSE
      SELECT o.* INTO c FROM reeve.collection o WHERE o.collection_id = a.collection_id;
      CONTINUE WHEN c.app <> approval_waiting.app;
      SELECT b.code INTO code
      FROM reeve.action_barred(login, c, reeve.action_declared(c, a.verb, a.args), a.verb, a.key,
        reeve.merge_into(c.collection_id, a.verb, a.args ->> 'name')) b;
    END IF;
    IF code IS NULL THEN
      RETURN NEXT a;
    END IF;
  END LOOP;
END
$$;

COMMENT ON FUNCTION reeve.approval_waiting(text, bigint) IS
  'Proposals that the login could approve, of an app (NULL = any) or of changes of the office, '
  'with numbers above the given one; the 50 that lapse first, in that order.';
