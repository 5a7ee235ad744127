import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { IconRefresh } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { strings } from '#i18n/webhooks.ts'
import { useOrg } from '../../../app/current-org.ts'
import { CopyIcon } from '../../../components/CopyField.tsx'
import { SidePanel } from '../../../components/Dialog.tsx'
import { JsonBlock } from '../../../components/JsonBlock.tsx'
import { notify } from '../../../components/notify.tsx'
import { ErrorAlert, Loading } from '../../../components/PageStates.tsx'
import { StatusBadge } from '../../../components/StatusBadge.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import type { Webhook } from './data.ts'
import { WebhookDeliveryBadge } from './WebhookBadges.tsx'

const { webhooks: texts } = strings
type Detail = Schema<'WebhookDeliveryDetail'>
type Props = { webhook: Webhook; deliveryId: string; names: ReadonlyMap<string, string>; close: () => void }

export function DeliveryDrawer({ webhook, deliveryId, names, close }: Props) {
  const org = useOrg()
  const path = { webhookId: webhook.id, deliveryId }
  const { data, error, refetch } = useQuery({
    queryKey: org.key('webhooks', webhook.id, 'delivery', deliveryId),
    queryFn: ({ signal }) => org.api.get('/webhooks/{webhookId}/deliveries/{deliveryId}', { path, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? 2_000 : false),
  })
  const title = data ? (names.get(data.type) ?? data.type) : texts.delivery
  return (
    <SidePanel onClose={close} title={title} size="lg">
      {error && <ErrorAlert error={error} retry={refetch} />}
      {!data && !error && <Loading />}
      {data && <DeliveryContent delivery={data} webhook={webhook} />}
    </SidePanel>
  )
}

function DeliveryContent({ delivery, webhook }: { delivery: Detail; webhook: Webhook }) {
  return (
    <Stack>
      <Group justify="space-between">
        <Group gap="xs">
          <WebhookDeliveryBadge status={delivery.status} />
          <Text size="sm" ff="monospace">
            {delivery.id}
          </Text>
          <CopyIcon value={delivery.id} />
        </Group>
        <Resend delivery={delivery} webhook={webhook} />
      </Group>
      {delivery.nextAttemptAt && (
        <Text size="sm">
          {texts.next} <Timestamp at={delivery.nextAttemptAt} />
        </Text>
      )}
      <Title order={3} size="h5">
        {texts.attempts}
      </Title>
      {delivery.attempts.length === 0 && <Text size="sm">{texts.noAttempt}</Text>}
      {delivery.attempts.toReversed().map((attempt) => (
        <Attempt key={attempt.at} attempt={attempt} />
      ))}
      <Title order={3} size="h5">
        {texts.request}
      </Title>
      <JsonBlock value={delivery.payload} label={texts.request} />
    </Stack>
  )
}

function Attempt({ attempt: { at, status, error, milliseconds, response } }: { attempt: Detail['attempts'][number] }) {
  return (
    <Paper withBorder p="sm">
      <Stack gap={6}>
        <Group justify="space-between">
          <Group gap="xs">
            <StatusBadge status={error ? 'failed' : 'delivered'} label={texts.responseStatus(status)} />
            <Text size="sm" className="quiet">
              {texts.duration(milliseconds)}
            </Text>
          </Group>
          <Text size="sm" component="span">
            <Timestamp at={at} />
          </Text>
        </Group>
        {error && <Text size="sm">{error}</Text>}
        {response && <JsonBlock value={response} label={texts.response} height={160} />}
      </Stack>
    </Paper>
  )
}

function Resend({ delivery, webhook }: { delivery: Detail; webhook: Webhook }) {
  const org = useOrg()
  const queries = useQueryClient()
  const resending = useMutation({
    mutationFn: () => {
      const path = { webhookId: webhook.id, deliveryId: delivery.id }
      return org.api.post('/webhooks/{webhookId}/deliveries/{deliveryId}/_resend', { path })
    },
    onSuccess: () => notify.success(texts.resent),
    onError: notify.error,
    onSettled: () => queries.invalidateQueries({ queryKey: org.key('webhooks', webhook.id) }),
  })
  return (
    <Button
      size="xs"
      variant="default"
      leftSection={<IconRefresh size={14} aria-hidden />}
      onClick={() => resending.mutate()}
      loading={resending.isPending}
      disabled={!webhook.active}
    >
      {texts.resend}
    </Button>
  )
}
