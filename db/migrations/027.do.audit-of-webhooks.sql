-- The audit trail tells who has made, changed and deleted webhooks: they send to others what readers see. Neither their
-- addresses nor their secrets are in it.

create trigger audit_row after insert or delete on webhooks
for each row execute function audit_row('webhook', 'id', '', 'created', 'deleted');
create trigger audit_change after update on webhooks for each row when (old.version <> new.version)
execute function audit_row('webhook', 'id', '', '', '');
