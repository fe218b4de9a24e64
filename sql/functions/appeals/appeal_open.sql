CREATE OR REPLACE FUNCTION reeve.appeal_open(app text, action text, appellant text, words text)
RETURNS text
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '5s'
SET "TimeZone" = 'UTC'
AS $$
DECLARE
  r reeve.collection;
  person text;
  a record;
BEGIN
  PERFORM reeve.app_require(app);
  r := reeve.collection_resolve(app, split_part(appellant, ':', 1));
  person := reeve.subject_key(r, substr(appellant, strpos(appellant, ':') + 1));
  IF action !~ '^A[0-9]{1,18}$' THEN
    RAISE EXCEPTION '% is no action', action USING ERRCODE = 'RV001', HINT = 'Write A1203.';
  END IF;
  SELECT x.*, l.action_id AS appealed, v.decided_by AS approver, x.performed_at + coalesce(
      (m.manifest #>> '{appeals,window}')::interval, '180 days') AS closes_at
  INTO a
  FROM reeve.strike s
  JOIN reeve.action x USING (action_id)
  JOIN reeve.collection c ON c.collection_id = x.collection_id
  JOIN reeve.app m ON m.app = c.app
  LEFT JOIN reeve.appeal l ON l.action_id = x.action_id
  LEFT JOIN reeve.approval v ON v.approval_id = x.approval_id
  WHERE s.action_id = substr(appeal_open.action, 2)::bigint AND c.app = appeal_open.app
    AND s.collection_id = r.collection_id AND s.key IN (
      SELECT k.account FROM reeve.account_keys(r.collection_id, ARRAY[person]) k);
  IF NOT FOUND THEN
    -- Whether there is such an action about somebody else is nobody's business.
    RAISE EXCEPTION 'no action % concerns %', action, appellant USING ERRCODE = 'RV004';
  ELSIF a.appealed IS NOT NULL THEN
    RETURN 'again';
  ELSIF a.closes_at <= clock_timestamp() THEN
    RETURN 'late';
  ELSIF EXISTS (
    SELECT FROM reeve.action u WHERE u.action_id = a.reversed_by AND u.verb = 'undo') THEN
    RETURN 'undone';
  END IF;
  INSERT INTO reeve.appeal(action_id, actors, collection_id, key, words, filed_by)
  VALUES (a.action_id, ARRAY(
      SELECT DISTINCT u FROM unnest(ARRAY[a.actor, a.principal, a.approver]) u
      WHERE u IS NOT NULL), r.collection_id, person,
    nullif(left(btrim(words), 4000), ''), session_user)
  ON CONFLICT ON CONSTRAINT appeal_pkey DO NOTHING;
  RETURN CASE WHEN FOUND THEN 'opened' ELSE 'again' END;
END
$$;

COMMENT ON FUNCTION reeve.appeal_open(text, text, text, text) IS
  'An app''s user (user:42) appeals against an action (A1203) that counts against them: opened; '
  'again: an action has one appeal; late: past the catalog''s appeals.window, 180 days where it '
  'says nothing; or undone already. words: cut to 4000 characters. RV004: no such action concerns '
  'them; RV002: the login is not of that app.';

GRANT EXECUTE ON FUNCTION reeve.appeal_open(text, text, text, text) TO reeve_app;
