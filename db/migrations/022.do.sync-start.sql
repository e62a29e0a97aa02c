-- A sync that is switched on starts now, unless the client says when.
drop trigger restart_sync on syncs;
create trigger restart_sync before update of auto on syncs
for each row when (new.auto and not old.auto and new.sync_start is not distinct from old.sync_start)
execute function start_sync();
