import { Group, Select } from '@mantine/core'
import { deliveryStatuses } from '@parley/definition/vocabulary'
import { IconWebhook } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { strings } from '#i18n/webhooks.ts'
import { useList } from '../../../api/paged-list.ts'
import { useOrg } from '../../../app/current-org.ts'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'

import { EmptyState, ErrorAlert } from '../../../components/PageStates.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { DeliveryDrawer } from './DeliveryDrawer.tsx'
import { useWebhookEvents, type Webhook, type WebhookDelivery } from './data.ts'
import { type DeliverySearch, readDeliverySearch } from './delivery-search.ts'
import { WebhookDeliveryBadge } from './WebhookBadges.tsx'

const { webhooks: texts } = strings
const routeId = '/orgs/$org/settings/webhooks/$webhookId'

/** Completed and pending deliveries, newest first. */
export function Deliveries({ webhook }: { webhook: Webhook }) {
  const org = useOrg()
  const search = useSearch({ from: routeId })
  const { status, type, delivery } = search
  const change = useChangeSearch()
  const names = new Map(useWebhookEvents().data?.map(({ id, name }) => [id, name]))
  const { rows, error, refetch, more } = useList(
    org.key('webhooks', webhook.id, 'deliveries', status, type),
    (page, signal) => {
      const query = { limit: 50, ...(status && { status }), ...(type && { type }), ...page }
      return org.api.get('/webhooks/{webhookId}/deliveries', { path: { webhookId: webhook.id }, query, signal })
    },
    { refetchInterval: 5_000 },
  )
  if (error) return <ErrorAlert error={error} retry={refetch} />
  const columns: DataColumn<WebhookDelivery>[] = [
    { id: 'type', label: texts.event, cell: (row) => names.get(row.type) ?? row.type },
    { id: 'status', label: texts.state, cell: (row) => <WebhookDeliveryBadge status={row.status} /> },
    { id: 'tries', label: texts.attemptCount, align: 'right', wide: true, cell: ({ attemptCount }) => attemptCount },
    { id: 'error', label: texts.lastError, wide: true, cell: ({ lastError }) => lastError ?? '' },
    {
      id: 'next',
      label: texts.next,
      wide: true,
      cell: (row) => row.nextAttemptAt && <Timestamp at={row.nextAttemptAt} />,
    },
    { id: 'at', label: texts.at, cell: ({ createdAt }) => <Timestamp at={createdAt} /> },
  ]
  const filtered = status !== undefined || type !== undefined
  return (
    <>
      <Filters search={search} names={names} change={change} />
      <DataTable
        label={texts.deliveries}
        columns={columns}
        rows={rows}
        rowId={({ id }) => id}
        onOpen={({ id }) => change({ delivery: id })}
        more={more}
        empty={
          <EmptyState
            icon={IconWebhook}
            title={filtered ? texts.noSuchDelivery : texts.noDelivery}
            text={filtered ? texts.noSuchDeliveryText : texts.noDeliveryText}
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

function useChangeSearch() {
  const navigate = useNavigate({ from: routeId })
  return (changed: DeliverySearch) =>
    void navigate({
      search: (before: DeliverySearch) => readDeliverySearch({ ...before, ...changed }),
      replace: !changed.delivery,
    })
}

type FiltersProps = {
  search: DeliverySearch
  names: ReadonlyMap<string, string>
  change: (changed: DeliverySearch) => void
}

function Filters({ search, names, change }: FiltersProps) {
  return (
    <Group gap="sm" align="flex-end">
      <Select
        size="xs"
        label={texts.state}
        placeholder={texts.anyState}
        clearable
        data={deliveryStatuses.map((value) => ({ value, label: texts.deliveryStates[value] }))}
        value={search.status ?? null}
        onChange={(status) => change({ status: status ?? undefined })}
      />
      <Select
        size="xs"
        label={texts.event}
        placeholder={texts.anyEvent}
        clearable
        searchable
        data={[...names].map(([value, label]) => ({ value, label }))}
        value={search.type ?? null}
        onChange={(type) => change({ type: type ?? undefined })}
      />
    </Group>
  )
}
