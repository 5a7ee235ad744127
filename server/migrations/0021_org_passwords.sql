-- A password belongs to a membership: what one org has set opens no other. Null: entered through the OpenID Connect
-- issuer alone.
alter table members
  add column password_hash text,
  -- A session token carries the number it was made under and dies when another is drawn, which each new password does.
  -- Random, not counted: whoever is removed and added again must not get their old sessions back.
  add column session_epoch bigint,
  -- Whether the password of this org opens /system to an account that is marked as system operator.
  add column sysop boolean not null default false;

-- Everybody gets in as before, with sessions and all; from now on each org can set a password of its own.
update members set password_hash = users.password_hash, session_epoch = users.session_epoch, sysop = users.sysop
  from users where users.id = members.user_id;

alter table members alter column session_epoch set not null;
-- What is left in users.session_epoch counts changes of the e-mail: sessions that the issuer vouched for end with it.
alter table users drop column password_hash;
