-- What shop_bob tries while person :linked is theirs, and :kept the other account; in own_test.sql.
SET SESSION AUTHORIZATION shop_sam;
SELECT pg_temp.reeve_batch('sam-' || :'linked') AS batch \gset
SELECT is(pg_temp.reeve_link(:'linked', TRUE), 'done', 'one of the accounts is shop_bob');
SET SESSION AUTHORIZATION shop_bob;
SELECT is(pg_temp.reeve_tried(), :'refused', 'no action and no undo on any of it');
SELECT pg_temp.reeve_batch('bob-' || :'linked') AS bobs \gset
SELECT pg_temp.reeve_unbatch(:batch) AS undone \gset
SELECT matches(pg_temp.reeve_do('note', 'person:2', '{"why": "seen"}'), '^done', 'but a note');
SELECT is(pg_temp.reeve_decided(:case_of_item), format('refused self C%s is about you, or what is '
  'yours: nobody decides about themselves', :case_of_item), 'nor a case about what is theirs');
SELECT is((SELECT concat_ws(' ', code, message)
  FROM reeve.appeal_perform(3, 'overturned', 'it was wrong')), 'self A3 is about you, or what is '
  'yours: nobody decides about themselves', 'nor an appeal of theirs');
SELECT is((SELECT is_yours FROM reeve.appeal_list('shop')), TRUE, 'which the list says');
SELECT is(pg_temp.reeve_next(), 'C' || :other, 'the next case is one that is not about them');
SELECT is(pg_temp.reeve_took('release', :other), 'done', 'which they may have');
RESET SESSION AUTHORIZATION;
SELECT is(pg_temp.refused(:bobs), '["c", 1] self', 'a batch of theirs leaves it out');
SELECT is(pg_temp.refused(:undone), '["c", 1] self', 'and their undo of a batch');
SET SESSION AUTHORIZATION shop_ann;
SELECT matches(pg_temp.reeve_do('ban', 'person:' || :'kept', :'day'), '^refused peer',
  'peers do not act on the other account either');
SELECT matches(pg_temp.reeve_took('claim', :case_of_item), '^done', 'a colleague takes the case');
SELECT is(pg_temp.reeve_took('release', :case_of_item, '{"to": "shop_bob"}'), format(
  'refused argument C%s is about shop_bob, or what is theirs: nobody decides about themselves',
  :case_of_item), 'and does not give it to them');
SELECT matches(pg_temp.reeve_took('release', :case_of_item), '^done', 'but to anybody else');
SET SESSION AUTHORIZATION shop_sam;
SELECT pg_temp.reeve_unbatch(:batch) \g /dev/null
SELECT is(pg_temp.reeve_link(:'linked', FALSE), 'done', 'unlinked');
