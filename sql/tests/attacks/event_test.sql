-- Which event triggers lead to code of somebody who is no superuser: from function to function, as
-- far as the server or the texts say.
BEGIN;
CREATE EXTENSION IF NOT EXISTS pgtap;
SELECT no_plan();
CREATE ROLE event_app;
CREATE SCHEMA event_app AUTHORIZATION event_app;
SET ROLE event_app;
CREATE FUNCTION event_app.fire() RETURNS void LANGUAGE sql AS 'SELECT 1';
CREATE FUNCTION event_app."Odd (""fire"")"() RETURNS void LANGUAGE sql AS 'SELECT 1';
CREATE FUNCTION event_app.on_ddl() RETURNS event_trigger LANGUAGE plpgsql AS 'BEGIN END';
CREATE FUNCTION event_app.less(text, text) RETURNS boolean LANGUAGE sql AS 'SELECT TRUE';
CREATE OPERATOR event_app.<<<< (FUNCTION = event_app.less, LEFTARG = text, RIGHTARG = text);
RESET ROLE;

-- A superuser's: on_ddl() calls one(), which calls two(), whose body the test gives.
CREATE FUNCTION pg_temp.fault(body text, setting text DEFAULT '', of_event text DEFAULT '')
RETURNS text LANGUAGE plpgsql AS $$
DECLARE
  found text;
BEGIN
  BEGIN
    EXECUTE 'CREATE FUNCTION public.two() RETURNS void LANGUAGE ' || setting || ' ' || body;
    CREATE FUNCTION public.one() RETURNS void LANGUAGE plpgsql AS
      'BEGIN PERFORM public.two(); PERFORM public.one(); END';
    EXECUTE 'CREATE FUNCTION public.on_ddl() RETURNS event_trigger LANGUAGE plpgsql ' || of_event
      || ' AS ''BEGIN PERFORM public.one(); END''';
    CREATE EVENT TRIGGER event_app ON ddl_command_end EXECUTE FUNCTION public.on_ddl();
    SELECT string_agg(f.fault, '; ') INTO found FROM reeve.event_trigger_faults() f
    WHERE f.name = 'event_app';
    RAISE EXCEPTION USING ERRCODE = 'XX999';
  EXCEPTION WHEN SQLSTATE 'XX999' THEN
    RETURN coalesce(found, 'none');
  END;
END
$$;
CREATE FUNCTION pg_temp.leads(fault text, routine text, sentence text) RETURNS text LANGUAGE sql
AS $$
  SELECT is(fault, format('calls %s, whose owner event_app is not a superuser', routine), sentence)
$$;
SELECT pg_temp.leads(pg_temp.fault($$sql AS 'SELECT event_app.fire()'$$), 'event_app.fire()',
  'a text, two functions away');
SELECT pg_temp.leads(pg_temp.fault($$sql AS 'SELECT Event_App . FIRE ()'$$), 'event_app.fire()',
  '… in other letters, with blanks');
SELECT pg_temp.leads(
  pg_temp.fault($b$sql AS $$SELECT "event_app"."Odd (""fire"")"()$$ $b$),
  'event_app."Odd (""fire"")"()', '… a name in quotes');
SELECT pg_temp.leads(pg_temp.fault('sql BEGIN ATOMIC SELECT event_app.fire(); END'),
  'event_app.fire()', 'a parsed body');
SELECT pg_temp.leads(
  pg_temp.fault($$sql BEGIN ATOMIC SELECT 'a'::text OPERATOR(event_app.<<<<) 'b'::text; END$$),
  'event_app.less(text,text)', '… with an operator');
SELECT pg_temp.leads(
  pg_temp.fault($$AS 'BEGIN PERFORM fire(); END'$$,
    'plpgsql SET search_path = public, "event_app"'), 'event_app.fire()',
  'a name without schema, by the search_path of the function');
SELECT pg_temp.leads(
  pg_temp.fault($$AS 'BEGIN PERFORM fire(); END'$$, 'plpgsql', 'SET search_path = event_app'),
  'event_app.fire()', '… by that of a caller');

SELECT is(pg_temp.fault($$AS 'BEGIN PERFORM fire(); END'$$, 'plpgsql'), 'none',
  'without such a setting the name means nothing of the app''s');
SELECT is(
  pg_temp.fault($$AS 'BEGIN PERFORM fire(); END'$$, 'plpgsql SET search_path = public',
    'SET search_path = event_app'), 'none', '… nor where the function sets another one');
SELECT is(
  pg_temp.fault($$AS 'BEGIN PERFORM public.misfire(), my.fire(); RAISE ''event_app''; END'$$,
    'plpgsql SET search_path = event_app'), 'none', 'names that only end alike are others');
SELECT is(pg_temp.fault($$sql AS 'SELECT 1'$$), 'none', 'superusers'' own functions are no fault');
CREATE EVENT TRIGGER event_app ON ddl_command_end EXECUTE FUNCTION event_app.on_ddl();
SELECT results_eq('SELECT name, fault FROM reeve.event_trigger_faults()',
  $$VALUES ('event_app'::text,
    'is event_app.on_ddl(), whose owner event_app is not a superuser')$$, 'the function itself');
ALTER EVENT TRIGGER event_app DISABLE;
SELECT is_empty('SELECT FROM reeve.event_trigger_faults()', 'one that is disabled does not run');
SELECT * FROM finish();
ROLLBACK;
