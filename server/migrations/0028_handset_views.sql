-- What a handset shows of a message, in the same form on every channel. Messages from before this migration have none.
alter table handset_messages add column view json;
