import { Button, Fieldset, Grid, Stack, Text, Timeline } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { words } from '#words/sends.ts'
import { useAgent, useCan } from '../../../app/org.ts'
import { confirm } from '../../../parts/confirm.tsx'
import { Loading } from '../../../parts/Loading.tsx'
import { Page } from '../../../parts/Page.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { tell } from '../../../parts/tell.tsx'
import { When } from '../../../parts/When.tsx'
import { Reason } from '../shared/Reason.tsx'
import { lifeOf } from './life.ts'
import { SendFacts } from './SendFacts.tsx'
import { SendState } from './SendState.tsx'
import { SentMessage } from './SentMessage.tsx'
import type { Send } from './useSends.ts'

const { one, sends } = words

/** One send: what it is, and what became of it. */
export function SendPage() {
  const agent = useAgent()
  const { sendId } = useParams({ from: '/orgs/$org/agents/$agent/outreach/sends/$sendId' })
  const read = useQuery({
    queryKey: agent.key('send', sendId),
    queryFn: ({ signal }) => agent.api.get('/outreach/sends/{sendId}', { path: { sendId }, signal }),
    refetchInterval: 5_000,
  })
  if (read.error) return <Trouble error={read.error} retry={read.refetch} />
  if (!read.data) return <Loading />
  const send = read.data
  return (
    <Page title={one.title} beside={<SendState send={send} />} actions={<CancelSend send={send} />} width={1100}>
      <Grid gap="md">
        <Grid.Col span={{ base: 12, md: 7 }}>
          <Stack>
            <SendFacts send={send} />
            <Life send={send} />
          </Stack>
        </Grid.Col>
        <Grid.Col span={{ base: 12, md: 5 }}>{send.messageId && <SentMessage send={send} />}</Grid.Col>
      </Grid>
    </Page>
  )
}

function Life({ send }: { send: Send }) {
  const life = lifeOf(send)
  const ahead = life.filter((step) => step.ahead).length
  return (
    <Fieldset legend={one.life}>
      <Timeline active={life.length - 1 - ahead} bulletSize={16} lineWidth={2}>
        {life.map(({ kind, at, reason }) => (
          <Timeline.Item key={kind} title={one.steps[kind]}>
            {at && (
              <Text size="sm" className="quiet">
                <When at={at} />
              </Text>
            )}
            <Reason reason={reason} />
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

function CancelSend({ send: { sendId, state } }: { send: Send }) {
  const agent = useAgent()
  const can = useCan('editor')
  const queries = useQueryClient()
  const cancelling = useMutation({
    mutationFn: () => agent.api.post('/outreach/sends/{sendId}/cancel', { path: { sendId } }),
    onSuccess: (send) => {
      queries.setQueryData(agent.key('send', sendId), send)
      void queries.invalidateQueries({ queryKey: agent.key('sends') })
      tell.done(sends.cancelled)
    },
    onError: (error) => {
      tell.failed(error)
      void queries.invalidateQueries({ queryKey: agent.key('send', sendId) })
    },
  })
  if (!can || state !== 'queued') return null
  const ask = async () => {
    const question = { title: sends.cancelTitle, text: sends.cancelText, ok: sends.cancel, danger: true }
    if (await confirm(question)) cancelling.mutate()
  }
  return (
    <Stack>
      <Button color="red" variant="outline" onClick={ask} loading={cancelling.isPending}>
        {sends.cancel}
      </Button>
    </Stack>
  )
}
