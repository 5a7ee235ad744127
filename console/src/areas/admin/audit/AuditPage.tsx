import { Text } from '@mantine/core'
import { IconHistory } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { words } from '#words/admin.ts'
import { useList } from '../../../api/pages.ts'
import { useOrg } from '../../../app/org.ts'
import { useAgentList } from '../../../app/shell/Nav.tsx'
import { type Column, DataTable } from '../../../parts/DataTable.tsx'
import { EmptyState } from '../../../parts/EmptyState.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { When } from '../../../parts/When.tsx'
import { SettingsFrame } from '../SettingsFrame.tsx'
import { AuditDrawer, type AuditEntry, actorName } from './AuditDrawer.tsx'
import { AuditFilters } from './AuditFilters.tsx'
import { type AuditSearch, queryOf, readAuditSearch } from './search.ts'

const { audit: said } = words
const here = '/orgs/$org/settings/audit-log'

/** Who changed what, and who signed in. */
export function AuditPage() {
  return (
    <SettingsFrame adminOnly lead={said.lead}>
      <AuditLog />
    </SettingsFrame>
  )
}

function AuditLog() {
  const org = useOrg()
  const search = useSearch({ from: here })
  const navigate = useNavigate({ from: here })
  const change = (changed: AuditSearch) =>
    void navigate({
      search: (before: AuditSearch) => readAuditSearch({ ...before, ...changed }),
      replace: !changed.entry,
    })
  const { entry, ...filters } = search
  const { rows, error, refetch, more } = useList(org.key('audit-log', filters), (page, signal) =>
    org.api.get('/audit-log', { query: { ...queryOf(filters), limit: 50, ...page }, signal }),
  )
  const columns = useColumns()
  const opened = rows?.find(({ id }) => id === entry)
  const filtered = Object.keys(filters).length > 0
  return (
    <>
      <AuditFilters search={filters} change={change} />
      {error && <Trouble error={error} retry={refetch} />}
      {!error && (
        <DataTable
          label={said.label}
          columns={columns}
          rows={rows}
          rowId={({ id }) => id}
          onOpen={({ id }) => change({ entry: id })}
          more={more}
          empty={
            <EmptyState
              icon={IconHistory}
              title={filtered ? said.nothing : said.empty}
              text={filtered ? said.nothingText : said.emptyText}
            />
          }
        />
      )}
      {opened && (
        <AuditDrawer
          entry={opened}
          close={() => change({ entry: undefined })}
          only={(wanted) => change({ entry: undefined, ...wanted })}
        />
      )}
    </>
  )
}

function useColumns(): Column<AuditEntry>[] {
  const agents = useAgentList()
  const names = useMemo(() => new Map(agents.map(({ id, name }) => [id, name])), [agents])
  return [
    { id: 'action', label: said.action, cell: (entry) => <Action entry={entry} /> },
    { id: 'actor', label: said.actor, cell: ({ actor }) => actorName(actor) },
    { id: 'agent', label: said.agent, wide: true, cell: ({ agentId }) => agentId && (names.get(agentId) ?? agentId) },
    { id: 'ip', label: said.ip, wide: true, cell: ({ ip }) => ip ?? '' },
    { id: 'at', label: said.at, cell: ({ at }) => <When at={at} /> },
  ]
}

function Action({ entry: { action, method, path, status } }: { entry: AuditEntry }) {
  return (
    <>
      <Text size="sm" span>
        {status >= 400 ? said.refused(action) : action}
      </Text>
      <Text size="xs" ff="monospace" className="quiet" visibleFrom="sm">
        {`${method} ${path}`}
      </Text>
    </>
  )
}
