-- Where a transaction stands in the feed of what happened: its id, moved past all that another cluster gave before a dump of it was
-- restored here. Start-up re-makes the shift when it has to (server/activity/positions.ts).
create function feed_shift() returns bigint immutable parallel safe language sql return 0;
create function feed_position(xid xid8) returns xid8 immutable strict parallel safe language sql
  return ((xid::text)::bigint + feed_shift())::text::xid8;
alter table activity alter column xid set default feed_position(pg_current_xact_id());
