import { Button, Group, Stack, Table, Text } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { IconHistory } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useMemo } from 'react'
import { strings } from '#i18n/admin.ts'
import { useList } from '../../../api/paged-list.ts'
import { useOrg } from '../../../app/current-org.ts'
import { useAgentList } from '../../../app/shell/Nav.tsx'
import { CopyIcon } from '../../../components/CopyField.tsx'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'
import { SidePanel } from '../../../components/Dialog.tsx'

import { EmptyState, ErrorAlert } from '../../../components/PageStates.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { SettingsFrame } from '../SettingsFrame.tsx'
import { AuditFilterBar } from './AuditFilterBar.tsx'
import { type AuditSearch, readAuditSearch, toAuditQuery } from './audit-search.ts'

const { audit: auditDrawerTexts } = strings
type AuditEntry = Schema<'AuditEntry'>

/** A deleted actor is shown by id. */
function actorName({ kind, id, email, name }: AuditEntry['actor']): string {
  return email ?? name ?? `${auditDrawerTexts.kinds[kind]} ${id}`
}

type AuditDrawerProps = { entry: AuditEntry; close: () => void; only: (wanted: AuditSearch) => void }

function AuditDrawer({ entry, close, only }: AuditDrawerProps) {
  const { at, actor, action, method, path, agentId, requestId, ip, status } = entry
  const facts: [string, React.ReactNode][] = [
    [auditDrawerTexts.at, <Timestamp key="at" at={at} />],
    [auditDrawerTexts.actor, actorName(actor)],
    [auditDrawerTexts.kind, auditDrawerTexts.kinds[actor.kind]],
    ...(actor.via ? [[auditDrawerTexts.via, actor.via] satisfies [string, string]] : []),
    [auditDrawerTexts.call, `${method} ${path}`],
    [auditDrawerTexts.status, status],
    ...(agentId ? [[auditDrawerTexts.agent, agentId] satisfies [string, string]] : []),
    ...(ip ? [[auditDrawerTexts.ip, ip] satisfies [string, string]] : []),
    [auditDrawerTexts.request, <CopyableValue key="request" value={requestId} />],
  ]
  return (
    <SidePanel onClose={close} title={action}>
      <Stack>
        <Table variant="vertical" layout="fixed" aria-label={action}>
          <Table.Tbody>
            {facts.map(([name, value]) => (
              <Table.Tr key={name}>
                <Table.Th w={120}>{name}</Table.Th>
                <Table.Td>{value}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        <Group>
          <Button size="xs" variant="default" onClick={() => only({ requestId })}>
            {auditDrawerTexts.sameRequest}
          </Button>
          <Button size="xs" variant="default" onClick={() => only({ actorId: actor.id })}>
            {auditDrawerTexts.sameActor}
          </Button>
        </Group>
      </Stack>
    </SidePanel>
  )
}

function CopyableValue({ value }: { value: string }) {
  return (
    <Group gap={4} wrap="nowrap">
      <Text size="sm" ff="monospace">
        {value}
      </Text>
      <CopyIcon value={value} />
    </Group>
  )
}

const { audit: texts } = strings
const routeId = '/orgs/$org/settings/audit-log'

export function AuditPage() {
  return (
    <SettingsFrame adminOnly lead={texts.lead}>
      <AuditLog />
    </SettingsFrame>
  )
}

function AuditLog() {
  const org = useOrg()
  const search = useSearch({ from: routeId })
  const navigate = useNavigate({ from: routeId })
  const change = (changed: AuditSearch) =>
    void navigate({
      search: (before: AuditSearch) => readAuditSearch({ ...before, ...changed }),
      replace: !changed.entry,
    })
  const { entry, ...filters } = search
  const { rows, error, refetch, more } = useList(org.key('audit-log', filters), (page, signal) =>
    org.api.get('/audit-log', { query: { ...toAuditQuery(filters), limit: 50, ...page }, signal }),
  )
  const columns = useColumns()
  const opened = rows?.find(({ id }) => id === entry)
  const filtered = Object.keys(filters).length > 0
  return (
    <>
      <AuditFilterBar search={filters} change={change} />
      {error && <ErrorAlert error={error} retry={refetch} />}
      {!error && (
        <DataTable
          label={texts.label}
          columns={columns}
          rows={rows}
          rowId={({ id }) => id}
          onOpen={({ id }) => change({ entry: id })}
          more={more}
          empty={
            <EmptyState
              icon={IconHistory}
              title={filtered ? texts.nothing : texts.empty}
              text={filtered ? texts.nothingText : texts.emptyText}
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

function useColumns(): DataColumn<AuditEntry>[] {
  const agents = useAgentList()
  const names = useMemo(() => new Map(agents.map(({ id, name }) => [id, name])), [agents])
  return [
    { id: 'action', label: texts.action, cell: (entry) => <Action entry={entry} /> },
    { id: 'actor', label: texts.actor, cell: ({ actor }) => actorName(actor) },
    { id: 'agent', label: texts.agent, wide: true, cell: ({ agentId }) => agentId && (names.get(agentId) ?? agentId) },
    { id: 'ip', label: texts.ip, wide: true, cell: ({ ip }) => ip ?? '' },
    { id: 'at', label: texts.at, cell: ({ at }) => <Timestamp at={at} /> },
  ]
}

function Action({ entry: { action, method, path, status } }: { entry: AuditEntry }) {
  return (
    <>
      <Text size="sm" span>
        {status >= 400 ? texts.refused(action) : action}
      </Text>
      <Text size="xs" ff="monospace" className="quiet" visibleFrom="sm">
        {`${method} ${path}`}
      </Text>
    </>
  )
}
