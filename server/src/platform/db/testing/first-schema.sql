-- What a Parley of the first schema (0001_foundation.sql) has in its database: `upgrade.test.ts` brings it to today's.
-- Values are made up; the hash of the API key and the name of the secret key are put in by the test, which makes both.

insert into orgs (id, name, description, time_zone, features, products, created_at, updated_at) values
  ('harbour', 'Harbour “Ltd”', 'Boats, bought and sold', 'Europe/Berlin', '{beta}', '{}', '2025-01-02 03:04:05.678+00', '2025-01-03 00:00:00+00'),
  ('empty', 'Empty', null, null, '{}', '{a,b}', '2025-01-02 03:04:06+00', '2025-01-02 03:04:06+00');

insert into users (id, email, name, session_epoch, sysop, created_at, updated_at) values
  ('usr_1', 'owner@example.com', 'The owner', 3, false, '2025-01-02 03:04:05+00', '2025-01-02 03:04:05+00'),
  ('usr_2', 'viewer@example.com', null, 0, true, '2025-01-02 03:04:05+00', '2025-01-02 03:04:05+00');

insert into members (org_id, user_id, role, created_at, updated_at) values
  ('harbour', 'usr_1', 'owner', '2025-01-02 03:04:05+00', '2025-01-02 03:04:05+00'),
  ('harbour', 'usr_2', 'viewer', '2025-01-02 03:04:05+00', '2025-01-02 03:04:05+00');

insert into api_keys (org_id, id, name, prefix, hash, scopes, last_used_at, created_at, updated_at) values
  ('harbour', 'key_1', 'First key', 'sk-svc-', '\x01', '{agents:read,agents:write,people:read,people:write,members:read}', '2025-02-01 00:00:00+00', '2025-01-02 03:04:05+00', '2025-01-02 03:04:05+00');

insert into system_keys (id, hash, created_at) values ('sys_1', '\x02', '2025-01-02 03:04:05+00');

insert into agents (org_id, id, name, description, identity, version, created_at, updated_at) values
  ('harbour', 'desk', 'Front desk', 'Answers the phone', '{"brandColor": "#0b6e6e", "contactEmail": "desk@example.com"}', 7, '2025-01-02 03:04:05+00', '2025-03-01 00:00:00+00'),
  ('harbour', 'crane', 'The crane', null, null, 1, '2025-01-05 00:00:00+00', '2025-01-05 00:00:00+00'),
  ('empty', 'desk', 'Another desk', null, '{}', 2, '2025-01-06 00:00:00+00', '2025-01-06 00:00:00+00');

insert into gateway_credentials (agent_key, access_token_hash, access_token_last4, created_at)
  select agent_key, decode(md5(id || org_id), 'hex'), 'abcd', created_at from agents;

insert into emulator_grants (agent_key, id, kind, label, hash, expires_at, created_at)
  select agent_key, 'grant_1', 'link', 'For everybody', decode(md5(org_id || id), 'hex'), null, created_at from agents;

insert into idempotency_keys (caller, key, request_hash, status, body, created_at) values
  ('key_1', 'once', '\x03', 201, '\x04', '2025-01-02 03:04:05+00');

insert into rate_buckets (key, tokens, allowed, filled_at) values ('send:key_1', 99.5, true, '2025-01-02 03:04:05+00');

insert into installation (key, value, created_at) values ('secret key', 'x', '2025-01-02 03:04:05+00');

insert into work_lanes (kind, lane, ready_at, version) values ('events', 'a lane', null, 3);
insert into chores (name, due_at) values ('delete-old-answers', '2025-01-02 04:00:00+00');
