CREATE OR REPLACE FUNCTION buckit.row_require(
  relation regclass, owner text, key bigint, actor bigint)
RETURNS void
LANGUAGE plpgsql AS $body$
DECLARE
  theirs boolean;
BEGIN
  EXECUTE format('SELECT t.%I = $2 FROM %s t WHERE t.id = $1 FOR UPDATE', owner, relation)
  INTO theirs USING key, actor;
  IF theirs IS NULL THEN
    RAISE EXCEPTION 'there is no row % in %', key, relation USING ERRCODE = 'BK001';
  ELSIF NOT theirs THEN
    RAISE EXCEPTION 'row % of % is not user %''s', key, relation, actor USING ERRCODE = 'BK003';
  END IF;
END
$body$;

COMMENT ON FUNCTION buckit.row_require(regclass, text, bigint, bigint) IS
'Locks a row; BK001 where there is none, BK003 where the column owner is not the actor.';
