CREATE OR REPLACE FUNCTION reeve.consent_withdraw(app text, person text, kind text)
RETURNS timestamptz
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, reeve, pg_temp
SET lock_timeout = '5s'
AS $$
DECLARE
  p record;
  ended timestamptz;
BEGIN
  PERFORM reeve.app_require(app);
  SELECT * INTO p FROM reeve.term_person(app, person);
  -- Whoever consented may withdraw it, too, when the catalog no longer asks for it.
  IF NOT EXISTS (
    SELECT FROM reeve.term t
    WHERE t.app = consent_withdraw.app AND t.kind = consent_withdraw.kind AND t.is_consent)
  THEN
    RAISE EXCEPTION '% has no consent %', app, quote_nullable(left(kind, 80))
      USING ERRCODE = 'RV001';
  END IF;
  WITH done AS (
    UPDATE reeve.consent o
    SET withdrawn_at = greatest(clock_timestamp(), o.given_at), withdrawn_by = session_user
    FROM reeve.term_version v
    WHERE v.term_id = o.term_id AND v.app = consent_withdraw.app
      AND v.kind = consent_withdraw.kind AND o.collection_id = (p.c).collection_id
      AND o.withdrawn_at IS NULL AND o.key IN (
        SELECT k.account FROM reeve.account_keys((p.c).collection_id, ARRAY[p.key]) k)
    RETURNING o.withdrawn_at)
  SELECT max(d.withdrawn_at) INTO ended FROM done d;
  RETURN ended;
END
$$;

COMMENT ON FUNCTION reeve.consent_withdraw(text, text, text) IS
  'An app records that a person of its own (user:42) withdraws a consent, to whatever version it '
  'was and by whichever account merged into theirs, and learns when; NULL: there is none to '
  'withdraw. RV001: the app never asked for such a consent; RV002: the login is not of that app; '
  'RV003, RV004: no such person, or one that was erased.';

GRANT EXECUTE ON FUNCTION reeve.consent_withdraw(text, text, text) TO reeve_app;
