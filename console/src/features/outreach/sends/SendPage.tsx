import { Button, Fieldset, Grid, Stack, Text, Timeline } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { strings } from '#i18n/sends.ts'
import { useAgent, useCan } from '../../../app/current-org.ts'
import { askConfirmation } from '../../../components/confirm.tsx'
import { createAgentTextBubble, toRenderedBubbles } from '../../../components/handset/bubbles.ts'
import { HandsetView } from '../../../components/handset/HandsetView.tsx'
import { notify } from '../../../components/notify.tsx'
import { PageLayout } from '../../../components/PageLayout.tsx'
import { ErrorAlert, Loading } from '../../../components/PageStates.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { ReasonText } from '../shared/ReasonText.tsx'
import { SendFacts } from './SendFacts.tsx'
import { SendStateBadge } from './SendStateBadge.tsx'
import { buildSendTimeline } from './send-timeline.ts'
import type { OutreachSend } from './useSends.ts'

const { one, sends } = strings

export function SendPage() {
  const agent = useAgent()
  const { sendId } = useParams({ from: '/orgs/$org/agents/$agent/outreach/sends/$sendId' })
  const read = useQuery({
    queryKey: agent.key('send', sendId),
    queryFn: ({ signal }) => agent.api.get('/outreach/sends/{sendId}', { path: { sendId }, signal }),
    refetchInterval: 5_000,
  })
  if (read.error) return <ErrorAlert error={read.error} retry={read.refetch} />
  if (!read.data) return <Loading />
  const send = read.data
  return (
    <PageLayout
      title={one.title}
      beside={<SendStateBadge send={send} />}
      actions={<CancelSend send={send} />}
      width={1100}
    >
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack>
            <SendFacts send={send} />
            <SendTimeline send={send} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>{send.messageId && <SentMessage send={send} />}</Grid.Col>
      </Grid>
    </PageLayout>
  )
}

function SendTimeline({ send }: { send: OutreachSend }) {
  const life = buildSendTimeline(send)
  const ahead = life.filter((step) => step.isPending).length
  return (
    <Fieldset legend={one.life}>
      <Timeline active={life.length - 1 - ahead} bulletSize={16} lineWidth={2}>
        {life.map(({ kind, at, reason }) => (
          <Timeline.Item key={kind} title={one.steps[kind]}>
            {at && (
              <Text size="sm" className="quiet">
                <Timestamp at={at} />
              </Text>
            )}
            <ReasonText reason={reason} />
          </Timeline.Item>
        ))}
      </Timeline>
      {send.state === 'sent' && !send.delivery.known && (
        <Text size="sm" className="quiet" mt="sm">
          {one.unknownDelivery}
        </Text>
      )}
    </Fieldset>
  )
}

function CancelSend({ send: { sendId, state } }: { send: OutreachSend }) {
  const agent = useAgent()
  const can = useCan('editor')
  const queries = useQueryClient()
  const canceling = useMutation({
    mutationFn: () => agent.api.post('/outreach/sends/{sendId}/cancel', { path: { sendId } }),
    onSuccess: (send) => {
      queries.setQueryData(agent.key('send', sendId), send)
      void queries.invalidateQueries({ queryKey: agent.key('sends') })
      notify.success(sends.cancelled)
    },
    onError: (error) => {
      notify.error(error)
      void queries.invalidateQueries({ queryKey: agent.key('send', sendId) })
    },
  })
  if (!can || state !== 'queued') return null
  const ask = async () => {
    const question = { title: sends.cancelTitle, text: sends.cancelText, ok: sends.cancel, danger: true }
    if (await askConfirmation(question)) canceling.mutate()
  }
  return (
    <Stack>
      <Button color="red" variant="outline" onClick={ask} loading={canceling.isPending}>
        {sends.cancel}
      </Button>
    </Stack>
  )
}

/** The message as the person received it, for as long as it is retained. */
function SentMessage({ send: { messageId, asid, channel, queuedAt } }: { send: OutreachSend }) {
  const agent = useAgent()
  const { data } = useQuery({
    queryKey: agent.key('send-message', messageId),
    queryFn: async ({ signal }) => {
      const query = { userId: asid, origin: 'agent', type: 'content', start: queuedAt, limit: 50 } as const
      const { data: entries } = await agent.api.get('/messages', { query, signal })
      return entries.find((entry) => entry.messageId === messageId) ?? null
    },
  })
  if (!data || !messageId) return null
  const about = { messageId, at: data.timestamp }
  const bubbles = data.bubbles
    ? toRenderedBubbles(data.bubbles, about)
    : [createAgentTextBubble(data.text ?? '', about)]
  return (
    <Fieldset legend={strings.one.message}>
      <HandsetView title={agent.name} channel={channel} bubbles={bubbles} height="24rem" />
    </Fieldset>
  )
}
