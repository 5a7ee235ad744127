import { Button, Group, Paper, Stack, Text, Title } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { IconRefresh } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { words } from '#words/admin.ts'
import { useOrg } from '../../../app/org.ts'
import { CopyIcon } from '../../../parts/CopyField.tsx'
import { SidePanel } from '../../../parts/Dialog.tsx'
import { JsonBlock } from '../../../parts/JsonBlock.tsx'
import { Loading } from '../../../parts/Loading.tsx'
import { StatusBadge } from '../../../parts/StatusBadge.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { tell } from '../../../parts/tell.tsx'
import { When } from '../../../parts/When.tsx'
import { DeliveryState } from './DeliveryState.tsx'
import type { Webhook } from './state.ts'

const { webhooks: said } = words
type Detail = Schema<'WebhookDeliveryDetail'>
type Given = { webhook: Webhook; deliveryId: string; names: ReadonlyMap<string, string>; close: () => void }

/** A delivery with its body, and every call that was made for it. */
export function DeliveryDrawer({ webhook, deliveryId, names, close }: Given) {
  const org = useOrg()
  const path = { webhookId: webhook.id, deliveryId }
  const { data, error, refetch } = useQuery({
    queryKey: org.key('webhooks', webhook.id, 'delivery', deliveryId),
    queryFn: ({ signal }) => org.api.get('/webhooks/{webhookId}/deliveries/{deliveryId}', { path, signal }),
    refetchInterval: ({ state }) => (state.data?.status === 'pending' ? 2_000 : false),
  })
  const title = data ? (names.get(data.type) ?? data.type) : said.delivery
  return (
    <SidePanel onClose={close} title={title} size="lg">
      {error && <Trouble error={error} retry={refetch} />}
      {!data && !error && <Loading />}
      {data && <Shown delivery={data} webhook={webhook} />}
    </SidePanel>
  )
}

function Shown({ delivery, webhook }: { delivery: Detail; webhook: Webhook }) {
  return (
    <Stack>
      <Group justify="space-between">
        <Group gap="xs">
          <DeliveryState status={delivery.status} />
          <Text size="sm" ff="monospace">
            {delivery.id}
          </Text>
          <CopyIcon value={delivery.id} />
        </Group>
        <Resend delivery={delivery} webhook={webhook} />
      </Group>
      {delivery.nextAttemptAt && (
        <Text size="sm">
          {said.next} <When at={delivery.nextAttemptAt} />
        </Text>
      )}
      <Title order={3} size="h5">
        {said.attempts}
      </Title>
      {delivery.attempts.length === 0 && <Text size="sm">{said.noAttempt}</Text>}
      {delivery.attempts.toReversed().map((attempt) => (
        <Attempt key={attempt.at} attempt={attempt} />
      ))}
      <Title order={3} size="h5">
        {said.request}
      </Title>
      <JsonBlock value={delivery.payload} label={said.request} />
    </Stack>
  )
}

function Attempt({ attempt: { at, status, error, milliseconds, response } }: { attempt: Detail['attempts'][number] }) {
  return (
    <Paper withBorder p="sm">
      <Stack gap={6}>
        <Group justify="space-between">
          <Group gap="xs">
            <StatusBadge status={error ? 'failed' : 'delivered'} label={said.answered(status)} />
            <Text size="sm" className="quiet">
              {said.took(milliseconds)}
            </Text>
          </Group>
          <Text size="sm" component="span">
            <When at={at} />
          </Text>
        </Group>
        {error && <Text size="sm">{error}</Text>}
        {response && <JsonBlock value={response} label={said.response} height={160} />}
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
    onSuccess: () => tell.done(said.resent),
    onError: tell.failed,
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
      {said.resend}
    </Button>
  )
}
