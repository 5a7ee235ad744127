import { Button, Stack, Text } from '@mantine/core'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { linkOptions, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { words } from '#words/admin.ts'
import { useList } from '../../../api/pages.ts'
import { useOrg } from '../../../app/org.ts'
import { type Column, DataTable } from '../../../parts/DataTable.tsx'
import { EmptyState } from '../../../parts/EmptyState.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { When } from '../../../parts/When.tsx'
import { SettingsFrame } from '../SettingsFrame.tsx'
import { ShownOnce } from '../ShownOnce.tsx'
import type { Webhook } from './state.ts'
import { WebhookDialog } from './WebhookDialog.tsx'
import { WebhookState } from './WebhookState.tsx'

const { webhooks: said } = words
type Made = { id: string; secret: string }

/** Addresses that hear of what happens in the org. */
export function WebhooksPage() {
  const org = useOrg()
  const navigate = useNavigate()
  const [adding, setAdding] = useState(false)
  const [made, setMade] = useState<Made>()
  const add = (
    <Button size="sm" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
      {said.add}
    </Button>
  )
  return (
    <SettingsFrame adminOnly lead={said.lead} actions={add}>
      <WebhookTable add={add} />
      {adding && (
        <WebhookDialog
          close={() => setAdding(false)}
          made={(id, secret) => {
            setAdding(false)
            setMade({ id, secret })
          }}
        />
      )}
      {made && (
        <ShownOnce
          title={said.made}
          text={said.secretText}
          label={said.secret}
          value={made.secret}
          close={() => void navigate(linkTo(org.id, made.id))}
        />
      )}
    </SettingsFrame>
  )
}

const linkTo = (org: string, webhookId: string) =>
  linkOptions({ to: '/orgs/$org/settings/webhooks/$webhookId', params: { org, webhookId } })

function WebhookTable({ add }: { add: React.ReactNode }) {
  const org = useOrg()
  const { rows, error, refetch, more } = useList(org.key('webhooks', 'list'), (page, signal) =>
    org.api.get('/webhooks', { query: { limit: 100, ...page }, signal }),
  )
  if (error) return <Trouble error={error} retry={refetch} />
  const columns: Column<Webhook>[] = [
    { id: 'url', label: said.url, cell: (webhook) => <Address webhook={webhook} /> },
    { id: 'state', label: said.state, cell: (webhook) => <WebhookState webhook={webhook} /> },
    { id: 'events', label: said.events, wide: true, cell: ({ events }) => said.eventCount(events.length) },
    { id: 'last', label: said.last, wide: true, cell: ({ lastDeliveryAt }) => <When at={lastDeliveryAt} /> },
  ]
  const empty = <EmptyState icon={IconWebhook} title={said.empty} text={said.emptyText} action={add} />
  return (
    <DataTable
      label={said.label}
      columns={columns}
      rows={rows}
      rowId={({ id }) => id}
      linkOf={({ id }) => linkTo(org.id, id)}
      more={more}
      empty={empty}
    />
  )
}

function Address({ webhook: { url, description } }: { webhook: Webhook }) {
  return (
    <Stack gap={0}>
      <Text size="sm" span>
        {url}
      </Text>
      {description && (
        <Text size="xs" className="quiet" span lineClamp={2}>
          {description}
        </Text>
      )}
    </Stack>
  )
}
