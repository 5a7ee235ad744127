-- Org webhooks: who wants to hear of what, and what became of each telling.

create table webhooks (
  id                   text primary key,
  org_id               text not null references orgs (id) on delete cascade,
  url                  text not null,
  -- Names of the webhook-events catalog; none means none.
  events               text[] not null,
  active               boolean not null,
  description          text,
  -- Sealed by the secret key of the installation.
  secret               bytea not null,
  -- Moves with every rotation, so that a process knows when what it remembers is old.
  secret_version       int not null default 1,
  secret_prefix        text not null,
  last_delivery_at     timestamptz,
  -- success or failure.
  last_delivery_status text,
  -- The first of the failures that no success has followed.
  failing_since        timestamptz,
  -- Only where Parley itself has deactivated it: failing or gone.
  deactivated_at       timestamptz,
  deactivation_reason  text,
  created_at           timestamptz not null,
  updated_at           timestamptz not null
);
create index webhooks_newest on webhooks (org_id, created_at, id);

-- One event on its way to one webhook; its body is made from the outbox. Both are kept as long. It refers to its webhook
-- by no constraint: whoever announces an event would have to wait for one that is being deleted, and then fail.
create table webhook_deliveries (
  webhook_id  text not null,
  event_id    text not null,
  type        text not null,
  -- pending, delivered, failed. A pending one without due_at waits for its webhook to be active again.
  status      text not null default 'pending',
  -- at, status, error, milliseconds, response; the oldest are dropped.
  tries       json not null default '[]',
  tried_at    timestamptz,
  created_at  timestamptz not null,
  due_at      timestamptz,
  lease_token text,
  attempts    int not null default 0,
  crashes     int not null default 0,
  last_error  text,
  primary key (webhook_id, event_id)
);
create index webhook_deliveries_newest on webhook_deliveries (webhook_id, created_at, event_id);
create index webhook_deliveries_due on webhook_deliveries (due_at) where due_at is not null;
create index webhook_deliveries_due_of on webhook_deliveries (webhook_id, due_at) where due_at is not null;

-- Mails to those who run the org, one each, gone when they are sent.
create table webhook_notices (
  id          text primary key,
  org_id      text not null references orgs (id) on delete cascade,
  recipient   text not null,
  subject     text not null,
  body        text not null,
  due_at      timestamptz,
  lease_token text,
  attempts    int not null default 0,
  crashes     int not null default 0,
  last_error  text
);
create index webhook_notices_due on webhook_notices (due_at) where due_at is not null;
create index webhook_notices_of_org on webhook_notices (org_id);
