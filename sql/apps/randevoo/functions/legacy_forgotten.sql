CREATE OR REPLACE FUNCTION randevoo.legacy_forgotten() RETURNS trigger
LANGUAGE plpgsql SECURITY DEFINER SET search_path = pg_catalog, randevoo, pg_temp AS $body$
BEGIN
  -- The uid stays, by which no account of theirs comes back.
  UPDATE randevoo.legacy_sign_ins l SET email = NULL
  WHERE l.account = NEW.legacy_id AND l.email IS NOT NULL;
  DELETE FROM randevoo.legacy_infos l USING randevoo.stores s
  WHERE s.owner_id = NEW.id AND l.business = s.legacy_id;
  UPDATE randevoo.legacy_messengers l SET last_digest = NULL
  FROM randevoo.legacy_taken k JOIN randevoo.groups g ON g.id = k.row_id
    JOIN randevoo.stores s ON s.id = g.store_id
  WHERE k.kind = 'messenger' AND k.legacy_id = l.legacy_id
    AND NEW.id IN (g.customer_id, s.owner_id);
  DELETE FROM randevoo.legacy_taken k USING randevoo.stores s
  WHERE s.owner_id = NEW.id AND k.kind = 'policy' AND k.row_id = s.id;
  UPDATE randevoo.legacy_taken k SET taken = 'null'
  FROM randevoo.products p JOIN randevoo.stores s ON s.id = p.store_id
  WHERE s.owner_id = NEW.id AND k.kind = 'product' AND k.row_id = p.id;
  RETURN NULL;
END
$body$;

COMMENT ON FUNCTION randevoo.legacy_forgotten() IS
'Trigger: what imports keep apart of somebody goes when they are erased.';

CREATE OR REPLACE TRIGGER users_legacy_forgotten AFTER UPDATE OF is_erased ON randevoo.users
  FOR EACH ROW WHEN (NEW.is_erased AND NOT OLD.is_erased)
  EXECUTE FUNCTION randevoo.legacy_forgotten();
