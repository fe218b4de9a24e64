-- A login's searches move a sequence on, each by an equal step. It says until when they have used
-- up what they may; a limit's whole time can be used at once. No row is locked, and a transaction
-- that is rolled back has searched as well.
CREATE OR REPLACE FUNCTION reeve.search_admit(collection_id int) RETURNS void
LANGUAGE plpgsql SET search_path = pg_catalog, reeve, pg_temp
AS $$
DECLARE
  spend text := (
    SELECT c.search ->> 'limit' FROM reeve.collection c
    WHERE c.collection_id = search_admit.collection_id);
  meter regclass;
  pace record;
  now_us bigint := (extract(epoch FROM clock_timestamp()) * 1000000)::bigint;
  used bigint;
BEGIN
  IF spend IS NULL THEN
    RETURN;
  ELSIF current_setting('transaction_read_only')::boolean THEN
    RAISE EXCEPTION 'searches are limited, and a transaction that only reads cannot count them'
      USING ERRCODE = '25006',
        HINT = 'Search in a transaction that may write; over PostgREST, POST.';
  END IF;
  SELECT * INTO pace FROM reeve.search_limit(spend);
  meter := coalesce(
    to_regclass('reeve.' || reeve.search_meter(collection_id, session_user)),
    to_regclass('reeve.' || reeve.search_meter(collection_id, NULL)));
  used := coalesce(pg_sequence_last_value(meter), 0);
  IF used + pace.step > now_us THEN
    RAISE EXCEPTION 'more searches than %', spend USING ERRCODE = 'RV012',
      HINT = format('Try again in %s s.', ceil((used + pace.step - now_us) / 1000000.0));
  ELSIF used < now_us - pace.span THEN
    PERFORM setval(meter, now_us - pace.span + pace.step);
  ELSE
    PERFORM nextval(meter);
  END IF;
END
$$;

COMMENT ON FUNCTION reeve.search_admit(int) IS
  'Counts a call of an app''s own functions of search against the limit of its login, if the '
  'catalog has one. RV012 beyond it, 25006 in a read-only transaction.';
