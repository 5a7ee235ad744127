-- Applications that register themselves (RFC 7591) to ask members for access over MCP. They have no secret.
create table oauth_clients (
  id            text primary key,
  name          text not null,
  redirect_uris text[] not null,
  -- Null until a member first allows the application; until then the registration lives only a day.
  confirmed_at  timestamptz,
  created_at    timestamptz not null,
  expires_at    timestamptz not null
);
create index oauth_clients_by_expiry on oauth_clients (expires_at);
create index oauth_clients_unconfirmed on oauth_clients (created_at) where confirmed_at is null;

-- An application's access to an org in the name of a member. It ends with the membership; the role is read at each call.
create table oauth_grants (
  org_id       text not null,
  user_id      text not null,
  id           text not null,
  client_id    text not null references oauth_clients (id) on delete cascade,
  scopes       text[] not null,
  -- Those of the session that allowed it: a changed password, or a changed email after a sign-in by the issuer, ends it.
  epoch        bigint not null,
  open_id      bigint,
  created_at   timestamptz not null,
  last_used_at timestamptz not null,
  expires_at   timestamptz not null,
  primary key (org_id, user_id, id),
  foreign key (org_id, user_id) references members (org_id, user_id) on delete cascade
);
create index oauth_grants_by_client on oauth_grants (client_id);
create index oauth_grants_by_expiry on oauth_grants (expires_at);

-- Authorization codes, as SHA-256. A used code keeps its row until it expires, so that a second use is recognized.
create table oauth_codes (
  hash           bytea primary key,
  org_id         text not null,
  user_id        text not null,
  client_id      text not null references oauth_clients (id) on delete cascade,
  redirect_uri   text not null,
  code_challenge text not null,
  scopes         text[] not null,
  epoch          bigint not null,
  open_id        bigint,
  -- The grant that the code was exchanged for; null before.
  grant_id       text,
  expires_at     timestamptz not null,
  foreign key (org_id, user_id) references members (org_id, user_id) on delete cascade
);
create index oauth_codes_by_member on oauth_codes (org_id, user_id);
create index oauth_codes_by_client on oauth_codes (client_id);
create index oauth_codes_by_expiry on oauth_codes (expires_at);

-- Access and refresh tokens, as SHA-256. A used refresh token keeps its row: a second use revokes the grant.
create table oauth_tokens (
  hash       bytea primary key,
  org_id     text not null,
  user_id    text not null,
  grant_id   text not null,
  kind       text not null check (kind in ('access', 'refresh')),
  used_at    timestamptz,
  expires_at timestamptz not null,
  foreign key (org_id, user_id, grant_id) references oauth_grants (org_id, user_id, id) on delete cascade
);
create index oauth_tokens_by_grant on oauth_tokens (org_id, user_id, grant_id);
create index oauth_tokens_by_expiry on oauth_tokens (expires_at);
