-- What the kinds of actions have in common is data, and the verb of an action is called that.
ALTER TABLE reeve.action RENAME COLUMN kind TO verb;

COMMENT ON COLUMN reeve.action.verb IS
  'The verb of the catalog, or of Reeve itself: undo, lift, expire or mute.';

ALTER TABLE reeve.action_kind
  ADD argument text CONSTRAINT action_kind_argument CHECK (argument IN ('text', 'tag', 'limit')),
  ADD needs_reason boolean,
  ADD hides boolean,
  ADD bars boolean,
  ADD is_measure boolean,
  ADD is_final boolean,
  ADD help text;

UPDATE reeve.action_kind k SET
  argument = CASE WHEN k.name = 'note' THEN 'text' WHEN k.name IN ('tag', 'limit') THEN k.name END,
  needs_reason = k.name IN ('note', 'hold', 'erase'),
  hides = k.name IN ('hide', 'suspend', 'ban', 'delete'),
  bars = k.name IN ('suspend', 'ban'),
  is_measure = k.name IN ('hide', 'limit', 'suspend', 'ban', 'delete'),
  is_final = k.name = 'erase',
  help = CASE k.name
    WHEN 'warn' THEN 'tell a subject which rule it broke, and record it'
    WHEN 'note' THEN 'write down something about a subject, for colleagues'
    WHEN 'tag' THEN 'put a tag on a subject; it may end, and may protect the subject'
    WHEN 'verify' THEN 'record that a subject was checked'
    WHEN 'limit' THEN 'deny a subject one thing, such as new listings'
    WHEN 'suspend' THEN '{verb} a subject for a time, after showing what that means'
    WHEN 'hold' THEN
      'keep a subject and what belongs to it from erasure: a legal hold; for seniors'
    WHEN 'erase' THEN 'erase personal data of a subject everywhere, for good; for two seniors'
    WHEN 'delete' THEN
      'delete a subject softly: it comes back with `undelete` until its window ends'
    ELSE '{verb} a subject and what belongs to it, after showing what that means' END;

ALTER TABLE reeve.action_kind
  ALTER needs_reason SET NOT NULL, ALTER hides SET NOT NULL, ALTER bars SET NOT NULL,
  ALTER is_measure SET NOT NULL, ALTER is_final SET NOT NULL, ALTER help SET NOT NULL;

COMMENT ON COLUMN reeve.action_kind.argument IS
  'What follows the subject: a text, a tag, or a limit of the collection; NULL for nothing.';
COMMENT ON COLUMN reeve.action_kind.needs_reason IS 'It is refused without a reason.';
COMMENT ON COLUMN reeve.action_kind.hides IS
  'It takes its subject out of sight, so that something in the app has to enforce it.';
COMMENT ON COLUMN reeve.action_kind.bars IS
  'While it lasts, its subject''s other accounts are flagged as evading it.';
COMMENT ON COLUMN reeve.action_kind.is_measure IS
  'A restriction that a transparency report counts and a statement of reasons explains.';
COMMENT ON COLUMN reeve.action_kind.is_final IS 'Nothing of it can be taken back.';
COMMENT ON COLUMN reeve.action_kind.help IS 'One line; {verb} stands for the verb of the catalog.';
