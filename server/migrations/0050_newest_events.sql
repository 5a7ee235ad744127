-- Lists the newest events of an org.
create index outbox_newest on outbox (org_id, created_at, id);
