CREATE OR REPLACE FUNCTION randevoo.branch_fits() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
BEGIN
  -- Two that make each other a branch wait for each other here.
  PERFORM FROM randevoo.stores s WHERE s.id IN (NEW.id, NEW.head_id)
  ORDER BY s.id FOR NO KEY UPDATE;
  IF NEW.head_id = NEW.id
    OR EXISTS (SELECT FROM randevoo.stores s WHERE s.id = NEW.head_id AND s.head_id IS NOT NULL)
    OR EXISTS (SELECT FROM randevoo.stores s WHERE s.head_id = NEW.id)
  THEN
    RAISE EXCEPTION 'a branch has no branches' USING ERRCODE = 'RN012';
  END IF;
  RETURN NEW;
END
$body$;

COMMENT ON FUNCTION randevoo.branch_fits() IS
'Trigger: a branch belongs to a store that is none, whoever writes.';

CREATE OR REPLACE TRIGGER stores_branch_new BEFORE INSERT ON randevoo.stores
  FOR EACH ROW WHEN (NEW.head_id IS NOT NULL) EXECUTE FUNCTION randevoo.branch_fits();

CREATE OR REPLACE TRIGGER stores_branch_fits BEFORE UPDATE OF head_id ON randevoo.stores
  FOR EACH ROW WHEN (NEW.head_id IS NOT NULL AND NEW.head_id IS DISTINCT FROM OLD.head_id)
  EXECUTE FUNCTION randevoo.branch_fits();
