-- The rank on which two seniors decide ends the rank of an emergency, whichever is higher.
\set ON_ERROR_STOP 1
\set QUIET 1
BEGIN;
\ir ../fixtures/shop.sql
SELECT plan(4);
CREATE ROLE shop_sue LOGIN IN ROLE reeve_senior;
INSERT INTO reeve.member(role_name, rank, added_by) VALUES ('shop_sue', 'senior', 'test');
SET SESSION AUTHORIZATION shop_sam;
SELECT substr(message, 2) AS p1
FROM reeve.glass_perform('glass.name', 'shop_ann', 'senior', 'nights') \gset
SELECT substr(message, 2) AS p2
FROM reeve.glass_perform('glass.name', 'shop_vic', 'moderator', 'nights') \gset
SET SESSION AUTHORIZATION shop_sue;
SELECT outcome FROM reeve.approval_perform('approve', :p1, 'ok', NULL) \g /dev/null
SELECT outcome FROM reeve.approval_perform('approve', :p2, 'ok', NULL) \g /dev/null
SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT outcome FROM reeve.glass_break('4 hours', 'fire')), 'done',
  'a moderator takes the rank of senior');
SET SESSION AUTHORIZATION shop_vic;
SELECT is((SELECT outcome FROM reeve.glass_break('4 hours', 'fire')), 'done',
  'a viewer that of moderator');
SET SESSION AUTHORIZATION shop_sam;
SELECT substr(message, 2) AS p3
FROM reeve.team_perform('team.add', 'shop_ann', 'viewer', 'she is under suspicion') \gset
SELECT substr(message, 2) AS p4
FROM reeve.team_perform('team.add', 'shop_vic', 'senior', 'well done') \gset
SET SESSION AUTHORIZATION shop_sue;
SELECT outcome FROM reeve.approval_perform('approve', :p3, 'ok', NULL) \g /dev/null
SELECT outcome FROM reeve.approval_perform('approve', :p4, 'ok', NULL) \g /dev/null
SET SESSION AUTHORIZATION shop_ann;
SELECT is((SELECT rank FROM reeve.session_info()), 'viewer', 'who is made a viewer is one');
SET SESSION AUTHORIZATION shop_vic;
SELECT is((SELECT rank FROM reeve.session_info()), 'senior', 'who is made a senior is one');
RESET SESSION AUTHORIZATION;
SELECT * FROM finish();
ROLLBACK;
