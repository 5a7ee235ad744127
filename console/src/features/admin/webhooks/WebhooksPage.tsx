import { Button, Stack, Text } from '@mantine/core'
import { IconPlus, IconWebhook } from '@tabler/icons-react'
import { linkOptions, useNavigate } from '@tanstack/react-router'
import { useState } from 'react'
import { strings } from '#i18n/webhooks.ts'
import { useList } from '../../../api/paged-list.ts'
import { useOrg } from '../../../app/current-org.ts'
import { type DataColumn, DataTable } from '../../../components/DataTable.tsx'

import { EmptyState, ErrorAlert } from '../../../components/PageStates.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { OneTimeSecret } from '../OneTimeSecret.tsx'
import { SettingsFrame } from '../SettingsFrame.tsx'
import type { Webhook } from './data.ts'
import { WebhookStateBadge } from './WebhookBadges.tsx'
import { WebhookDialog } from './WebhookDialog.tsx'

const { webhooks: texts } = strings
type CreatedWebhook = { id: string; secret: string }

export function WebhooksPage() {
  const org = useOrg()
  const navigate = useNavigate()
  const [adding, setAdding] = useState(false)
  const [made, setMade] = useState<CreatedWebhook>()
  const add = (
    <Button size="sm" leftSection={<IconPlus size={16} aria-hidden />} onClick={() => setAdding(true)}>
      {texts.add}
    </Button>
  )
  return (
    <SettingsFrame adminOnly lead={texts.lead} actions={add}>
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
        <OneTimeSecret
          title={texts.createdTitle}
          text={texts.secretText}
          label={texts.secret}
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
  if (error) return <ErrorAlert error={error} retry={refetch} />
  const columns: DataColumn<Webhook>[] = [
    { id: 'url', label: texts.url, cell: (webhook) => <Address webhook={webhook} /> },
    { id: 'state', label: texts.state, cell: (webhook) => <WebhookStateBadge webhook={webhook} /> },
    { id: 'events', label: texts.events, wide: true, cell: ({ events }) => texts.eventCount(events.length) },
    { id: 'last', label: texts.last, wide: true, cell: ({ lastDeliveryAt }) => <Timestamp at={lastDeliveryAt} /> },
  ]
  const empty = <EmptyState icon={IconWebhook} title={texts.empty} text={texts.emptyText} action={add} />
  return (
    <DataTable
      label={texts.label}
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
