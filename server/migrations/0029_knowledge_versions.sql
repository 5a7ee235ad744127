-- Passages change with their source, not with the definition. A new version of the agent tells every process that the
-- knowledge it has in memory is outdated. A trigger covers processes of the release before this one as well.
create function raise_version_of_sources() returns trigger language plpgsql as $$
begin
  update agents set version = nextval('definition_versions') where agent_key = old.agent_key;
  return null;
end $$;
create trigger knowledge_sources_read after update on knowledge_sources
  for each row when (new.status = 'ready' and old.status <> 'ready') execute function raise_version_of_sources();
create trigger knowledge_sources_deleted after delete on knowledge_sources
  for each row execute function raise_version_of_sources();
