-- The kinds of code that an app can put behind one of its tables, one row each: what it is called,
-- whether it runs when a row is written and when it is looked at, and the statements that create
-- it, which a statement of Reeve's on the row then runs as doctor_attack.fire(). Those that read
-- the whole table are left out where it is large.
--
-- $1 text: the table, quoted; $2 text: a key column; $3 text: the row's key in that column; $4
-- text: a column that the act writes, NULL where there is no act; $5 bigint: bytes of the table;
-- $6 bigint: how many are large.
SELECT k.name, k.is_of_writes, k.is_of_looks, format(k.statements, $1::text, $2::text, $3::text,
  coalesce($4::text, $2))
FROM (VALUES
  (1, 'a BEFORE row trigger', TRUE, FALSE, FALSE,
    'CREATE TRIGGER "0_hostile" BEFORE INSERT OR UPDATE OR DELETE ON %1$s '
    'FOR EACH ROW EXECUTE FUNCTION doctor_attack.fire_row()'),
  (2, 'an AFTER row trigger', TRUE, FALSE, FALSE,
    'CREATE TRIGGER "0_hostile" AFTER INSERT OR UPDATE OR DELETE ON %1$s '
    'FOR EACH ROW EXECUTE FUNCTION doctor_attack.fire_row()'),
  (3, 'a BEFORE statement trigger', TRUE, FALSE, FALSE,
    'CREATE TRIGGER "0_hostile" BEFORE INSERT OR UPDATE OR DELETE ON %1$s '
    'FOR EACH STATEMENT EXECUTE FUNCTION doctor_attack.fire_row()'),
  (4, 'an AFTER statement trigger', TRUE, FALSE, FALSE,
    'CREATE TRIGGER "0_hostile" AFTER INSERT OR UPDATE OR DELETE ON %1$s '
    'FOR EACH STATEMENT EXECUTE FUNCTION doctor_attack.fire_row()'),
  (5, 'a deferred constraint trigger', TRUE, FALSE, FALSE,
    'CREATE CONSTRAINT TRIGGER "0_hostile" AFTER INSERT OR UPDATE OR DELETE ON %1$s '
    'DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION doctor_attack.fire_row()'),
  (6, 'a CHECK constraint', TRUE, FALSE, FALSE,
    'ALTER TABLE %1$s ADD CONSTRAINT hostile CHECK (doctor_attack.fire_immutable(%4$I)) NOT VALID'),
  (7, 'a generated column', TRUE, FALSE, TRUE,
    'ALTER TABLE %1$s ADD doctor_attack boolean '
    'GENERATED ALWAYS AS (doctor_attack.fire_immutable(%4$I)) STORED'),
  (8, 'an index expression', TRUE, FALSE, TRUE,
    'CREATE INDEX ON %1$s ((doctor_attack.fire_immutable(%4$I)))'),
  (9, 'the condition of an index', TRUE, FALSE, TRUE,
    'CREATE INDEX ON %1$s (%4$I) WHERE doctor_attack.fire_immutable(%4$I)'),
  (10, 'a rule', TRUE, FALSE, FALSE,
    'CREATE RULE hostile AS ON UPDATE TO %1$s DO ALSO SELECT doctor_attack.fire()'),
  (11, 'a policy for rows that are read', TRUE, TRUE, FALSE,
    'ALTER TABLE %1$s ENABLE ROW LEVEL SECURITY; ALTER TABLE %1$s FORCE ROW LEVEL SECURITY; '
    'CREATE POLICY hostile ON %1$s USING ('
    'CASE WHEN %2$I::text = %3$L THEN doctor_attack.fire() ELSE TRUE END)'),
  (12, 'a policy for rows that are written', TRUE, FALSE, FALSE,
    'ALTER TABLE %1$s ENABLE ROW LEVEL SECURITY; ALTER TABLE %1$s FORCE ROW LEVEL SECURITY; '
    'CREATE POLICY hostile ON %1$s USING (TRUE) WITH CHECK ('
    'CASE WHEN %2$I::text = %3$L THEN doctor_attack.fire() ELSE TRUE END)'),
  (13, 'a view that a policy reads', TRUE, TRUE, FALSE,
    'CREATE VIEW doctor_attack.odd AS SELECT doctor_attack.fire() AS is_odd; '
    'GRANT SELECT ON doctor_attack.odd TO PUBLIC; '
    'ALTER TABLE %1$s ENABLE ROW LEVEL SECURITY; ALTER TABLE %1$s FORCE ROW LEVEL SECURITY; '
    'CREATE POLICY hostile ON %1$s USING (CASE WHEN %2$I::text = %3$L '
    'THEN (SELECT o.is_odd FROM doctor_attack.odd o) ELSE TRUE END)'),
  (14, 'a cast that a policy needs', TRUE, TRUE, FALSE,
    'CREATE TYPE doctor_attack.odd AS (value text); '
    'CREATE FUNCTION doctor_attack.to_odd(text) RETURNS doctor_attack.odd LANGUAGE plpgsql AS '
    '''BEGIN PERFORM doctor_attack.fire(); RETURN ROW($1); END''; '
    'GRANT EXECUTE ON FUNCTION doctor_attack.to_odd(text) TO PUBLIC; '
    'CREATE CAST (text AS doctor_attack.odd) WITH FUNCTION doctor_attack.to_odd(text); '
    'ALTER TABLE %1$s ENABLE ROW LEVEL SECURITY; ALTER TABLE %1$s FORCE ROW LEVEL SECURITY; '
    'CREATE POLICY hostile ON %1$s USING (CASE WHEN %2$I::text = %3$L '
    'THEN (%2$I::text)::doctor_attack.odd IS NOT NULL ELSE TRUE END)'),
  (15, 'a domain that a policy needs', TRUE, TRUE, FALSE,
    'CREATE DOMAIN doctor_attack.odd AS text CHECK (doctor_attack.fire_immutable(VALUE)); '
    'ALTER TABLE %1$s ENABLE ROW LEVEL SECURITY; ALTER TABLE %1$s FORCE ROW LEVEL SECURITY; '
    'CREATE POLICY hostile ON %1$s USING (CASE WHEN %2$I::text = %3$L '
    'THEN (%2$I::text)::doctor_attack.odd IS NOT NULL ELSE TRUE END)'),
  (16, 'a domain that a CHECK constraint needs', TRUE, FALSE, FALSE,
    'CREATE DOMAIN doctor_attack.odd AS text CHECK (doctor_attack.fire_immutable(VALUE)); '
    'ALTER TABLE %1$s ADD CONSTRAINT hostile '
    'CHECK ((%4$I::text)::doctor_attack.odd IS NOT DISTINCT FROM %4$I::text) NOT VALID'),
  (17, 'an INSTEAD OF trigger of a view', TRUE, FALSE, FALSE,
    'CREATE VIEW doctor_attack.odd AS SELECT 1 AS n; '
    'GRANT SELECT, UPDATE ON doctor_attack.odd TO PUBLIC; '
    'CREATE TRIGGER "0_hostile" INSTEAD OF UPDATE ON doctor_attack.odd '
    'FOR EACH ROW EXECUTE FUNCTION doctor_attack.fire_row(); '
    'CREATE FUNCTION doctor_attack.to_odd() RETURNS trigger LANGUAGE plpgsql AS '
    '''BEGIN UPDATE doctor_attack.odd SET n = 2; RETURN NEW; END''; '
    'CREATE TRIGGER "0_hostile" AFTER INSERT OR UPDATE ON %1$s '
    'FOR EACH ROW EXECUTE FUNCTION doctor_attack.to_odd()')
  ) k(place, name, is_of_writes, is_of_looks, reads_all, statements)
WHERE NOT (k.reads_all AND $5::bigint > $6::bigint)
ORDER BY k.place
