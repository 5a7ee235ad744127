import { Alert, Button, Group, Stack, Text } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { IconPlugConnected, IconPlus } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { words } from '#words/admin.ts'
import { useList } from '../../../api/pages.ts'
import { useCan, useOrg } from '../../../app/org.ts'
import { confirm } from '../../../parts/confirm.tsx'
import { type Column, DataTable } from '../../../parts/DataTable.tsx'
import { EmptyState } from '../../../parts/EmptyState.tsx'
import { AnchorLink } from '../../../parts/links.tsx'
import { StatusBadge } from '../../../parts/StatusBadge.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { tell } from '../../../parts/tell.tsx'
import { When } from '../../../parts/When.tsx'
import { SettingsFrame } from '../SettingsFrame.tsx'
import { ConnectDialog } from './ConnectDialog.tsx'

const { connections: said } = words
type Connection = Schema<'Connection'>
const here = '/orgs/$org/settings/connections'

/** Accounts elsewhere that agents act with. */
export function ConnectionsPage() {
  const mayChange = useCan('admin')
  const [connecting, setConnecting] = useState(false)
  const connect = mayChange ? (
    <Button size="sm" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setConnecting(true)}>
      {said.connect}
    </Button>
  ) : undefined
  return (
    <SettingsFrame lead={said.lead} actions={connect}>
      <CameBack />
      {!mayChange && <Text size="sm">{said.whoMay}</Text>}
      <ConnectionTable connect={connect} />
      {connecting && <ConnectDialog close={() => setConnecting(false)} />}
    </SettingsFrame>
  )
}

/** What the provider said, for whoever has just been there. */
function CameBack() {
  const { oauthStatus, reason } = useSearch({ from: here })
  const navigate = useNavigate({ from: here })
  if (!oauthStatus) return null
  const worked = oauthStatus === 'success'
  return (
    <Alert
      color={worked ? 'green' : 'red'}
      role="status"
      title={worked ? said.worked : said.failed}
      withCloseButton
      closeButtonLabel={words.close}
      onClose={() => navigate({ search: {}, replace: true })}
    >
      {!worked && said.reason(reason)}
    </Alert>
  )
}

function ConnectionTable({ connect }: { connect: React.ReactNode }) {
  const org = useOrg()
  const mayChange = useCan('admin')
  const { rows, error, refetch, more } = useList(org.key('connections'), (page, signal) =>
    org.api.get('/connections', { query: { limit: 100, ...page }, signal }),
  )
  if (error) return <Trouble error={error} retry={refetch} />
  const columns: Column<Connection>[] = [
    { id: 'label', label: said.label, cell: (connection) => <Account connection={connection} /> },
    { id: 'status', label: said.status, cell: (connection) => <Status connection={connection} /> },
    { id: 'usedBy', label: said.usedBy, wide: true, cell: (connection) => <Users connection={connection} /> },
    { id: 'used', label: said.lastUsed, wide: true, cell: ({ lastUsedAt }) => <When at={lastUsedAt} /> },
    ...(mayChange ? [{ id: 'acts', label: words.actions, align: 'right', cell: disconnectCell } as const] : []),
  ]
  const empty = <EmptyState icon={IconPlugConnected} title={said.empty} text={said.emptyText} action={connect} />
  return <DataTable label={said.table} columns={columns} rows={rows} rowId={({ id }) => id} more={more} empty={empty} />
}

const disconnectCell = (connection: Connection) => <Disconnect connection={connection} />

function Account({ connection: { label, provider, accountLabel } }: { connection: Connection }) {
  const of = [said.providers[provider] ?? provider, ...(accountLabel ? [accountLabel] : [])]
  return (
    <Stack gap={0}>
      <Text size="sm" fw={500}>
        {label}
      </Text>
      <Text size="xs" className="quiet">
        {of.join(' · ')}
      </Text>
    </Stack>
  )
}

function Status({ connection: { status, lastError } }: { connection: Connection }) {
  return (
    <Stack gap={2} align="flex-start">
      <StatusBadge status={status} label={said.statuses[status]} />
      {lastError && (
        <Text size="xs" className="quiet" lineClamp={2}>
          {lastError}
        </Text>
      )}
    </Stack>
  )
}

function Users({ connection: { usedBy } }: { connection: Connection }) {
  const org = useOrg()
  if (usedBy.length === 0) return <span className="quiet">{said.nobody}</span>
  return (
    <Group gap="xs">
      {usedBy.map(({ agentId, name }) => (
        <AnchorLink
          key={agentId}
          size="sm"
          to="/orgs/$org/agents/$agent/setup"
          params={{ org: org.id, agent: agentId }}
        >
          {name}
        </AnchorLink>
      ))}
    </Group>
  )
}

function Disconnect({ connection: { id, label, usedBy } }: { connection: Connection }) {
  const org = useOrg()
  const queries = useQueryClient()
  const act = async () => {
    const text = said.disconnectText(usedBy.map(({ name }) => name))
    if (!(await confirm({ title: said.disconnectTitle(label), text, ok: said.disconnect, danger: true }))) return
    try {
      await org.api.delete('/connections/{connectionId}', { path: { connectionId: id } })
      tell.done(said.disconnected(label))
    } catch (error) {
      tell.failed(error)
    }
    await queries.invalidateQueries({ queryKey: org.key('connections') })
  }
  return (
    <Button size="xs" variant="default" onClick={act} aria-label={said.disconnectTitle(label)}>
      {said.disconnect}
    </Button>
  )
}
