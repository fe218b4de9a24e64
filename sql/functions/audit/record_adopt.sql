CREATE OR REPLACE FUNCTION reeve.record_adopt() RETURNS int
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  part record;
  adopted int := 0;
BEGIN
  IF EXISTS (SELECT FROM reeve.command m WHERE m.kind = 'record.adopt')
    OR NOT EXISTS (SELECT FROM reeve.command m WHERE m.version < 3)
  THEN
    RETURN 0;
  END IF;
  PERFORM FROM reeve.chain_head FOR UPDATE;
  FOR part IN
    WITH item AS (
      SELECT 1 AS place, m.command_id AS id, 'C' || m.command_id AS name,
        to_jsonb(reeve.record_old(m)) AS item
      FROM reeve.command m WHERE m.version < 3
      UNION ALL
      SELECT 2, r.action_id, 'A' || r.action_id, r.item
      FROM reeve.record_actions(ARRAY(SELECT a.action_id FROM reeve.action a)) r
      UNION ALL
      SELECT 3, p.approval_id, 'P' || p.approval_id, reeve.record_approval(p)
      FROM reeve.approval p
      UNION ALL
      SELECT 4, 0, 'M:' || l.login, reeve.record_member(l.login)
      FROM (
        SELECT m.role_name FROM reeve.member m UNION
        SELECT s.role_name FROM reeve.member_subject s) l(login)
      UNION ALL
      SELECT 5, e.id, 'E' || e.id, reeve.record_erasure(e.id)
      FROM (SELECT 0 AS id UNION SELECT f.erasure FROM reeve.forgotten f) e)
    SELECT n.part, jsonb_object_agg(n.name, n.item) AS items
    FROM (
      SELECT (row_number() OVER (ORDER BY i.place, i.id, i.name) - 1) / 500 AS part, i.name, i.item
      FROM item i) n
    GROUP BY n.part ORDER BY n.part
  LOOP
    PERFORM reeve.command_record('record.adopt', session_user, items => part.items);
    adopted := adopted + 1;
  END LOOP;
  WHILE reeve.chain_link(pg_current_xact_id(), 500) > 0 LOOP
  END LOOP;
  RETURN adopted;
END
$$;

COMMENT ON FUNCTION reeve.record_adopt() IS
  'Seals, once, what was recorded before commands had a content, as it is now; all entries after '
  'it are of the current form. Returns how many commands it took.';
