-- After a rotation with an overlap, the previous secret is valid until the given time.
alter table webhooks
  add column previous_secret bytea,
  add column previous_secret_until timestamptz;
alter table gateway_credentials
  add column previous_access_token_hash bytea,
  add column previous_access_token_until timestamptz,
  add column previous_signing_secret bytea,
  add column previous_signing_secret_until timestamptz;
create unique index gateway_credentials_previous_access_token
  on gateway_credentials (previous_access_token_hash) where previous_access_token_hash is not null;
