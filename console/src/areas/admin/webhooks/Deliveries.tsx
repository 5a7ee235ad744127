import { Group, Select } from '@mantine/core'
import { IconWebhook } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { words } from '#words/admin.ts'
import { useList } from '../../../api/pages.ts'
import { useOrg } from '../../../app/org.ts'
import { type Column, DataTable } from '../../../parts/DataTable.tsx'
import { EmptyState } from '../../../parts/EmptyState.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { When } from '../../../parts/When.tsx'
import { DeliveryDrawer } from './DeliveryDrawer.tsx'
import { DeliveryState } from './DeliveryState.tsx'
import { type Delivery, useWebhookEvents } from './data.ts'
import { type DeliverySearch, deliveryStatuses, readDeliverySearch } from './search.ts'
import type { Webhook } from './state.ts'

const { webhooks: said } = words
const here = '/orgs/$org/settings/webhooks/$webhookId'

/** What was sent, or is on its way, the newest first. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const org = useOrg()
  const search = useSearch({ from: here })
  const { status, type, delivery } = search
  const change = useChange()
  const names = new Map(useWebhookEvents().data?.map(({ id, name }) => [id, name]))
  const { rows, error, refetch, more } = useList(
    org.key('webhooks', webhook.id, 'deliveries', status, type),
    (page, signal) => {
      const query = { limit: 50, ...(status && { status }), ...(type && { type }), ...page }
      return org.api.get('/webhooks/{webhookId}/deliveries', { path: { webhookId: webhook.id }, query, signal })
    },
    { refetchInterval: 5_000 },
  )
  if (error) return <Trouble error={error} retry={refetch} />
  const columns: Column<Delivery>[] = [
    { id: 'type', label: said.event, cell: (row) => names.get(row.type) ?? row.type },
    { id: 'status', label: said.state, cell: (row) => <DeliveryState status={row.status} /> },
    { id: 'tries', label: said.tries, align: 'right', wide: true, cell: ({ attemptCount }) => attemptCount },
    { id: 'error', label: said.lastError, wide: true, cell: ({ lastError }) => lastError ?? '' },
    { id: 'next', label: said.next, wide: true, cell: (row) => row.nextAttemptAt && <When at={row.nextAttemptAt} /> },
    { id: 'at', label: said.at, cell: ({ createdAt }) => <When at={createdAt} /> },
  ]
  const filtered = status !== undefined || type !== undefined
  return (
    <>
      <Filters search={search} names={names} change={change} />
      <DataTable
        label={said.deliveries}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        onOpen={({ id }) => change({ delivery: id })}
        more={more}
        empty={
          <EmptyState
            icon={IconWebhook}
            title={filtered ? said.noSuchDelivery : said.noDelivery}
            text={filtered ? said.noSuchDeliveryText : said.noDeliveryText}
          />
        }
      />
      {delivery && (
        <DeliveryDrawer
          webhook={webhook}
          deliveryId={delivery}
          names={names}
          close={() => change({ delivery: undefined })}
        />
      )}
    </>
  )
}

function useChange() {
  const navigate = useNavigate({ from: here })
  return (changed: DeliverySearch) =>
    void navigate({
      search: (before: DeliverySearch) => readDeliverySearch({ ...before, ...changed }),
      replace: !changed.delivery,
    })
}

type FiltersGiven = {
  search: DeliverySearch
  names: ReadonlyMap<string, string>
  change: (changed: DeliverySearch) => void
}

function Filters({ search, names, change }: FiltersGiven) {
  return (
    <Group gap="sm" align="flex-end">
      <Select
        size="xs"
        label={said.state}
        placeholder={said.anyState}
        clearable
        data={deliveryStatuses.map((value) => ({ value, label: said.deliveryStates[value] }))}
        value={search.status ?? null}
        onChange={(status) => change({ status: status ?? undefined })}
      />
      <Select
        size="xs"
        label={said.event}
        placeholder={said.anyEvent}
        clearable
        searchable
        data={[...names].map(([value, label]) => ({ value, label }))}
        value={search.type ?? null}
        onChange={(type) => change({ type: type ?? undefined })}
      />
    </Group>
  )
}
