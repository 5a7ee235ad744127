import { Alert, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import { Invalid, type Schema } from '@parley/sdk'
import { IconCircleCheck, IconCircleX, IconClock } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { channelName } from '#i18n/channel-names.ts'
import { strings } from '#i18n/outreach.ts'
import { useAgent, useRouteIds } from '../../../app/current-org.ts'
import { RefusalSummary } from '../../../components/editor/EditorFrame.tsx'
import { groupErrorsByPath } from '../../../components/editor/field-path.ts'
import { FormActions } from '../../../components/FormActions.tsx'
import { LabNotice } from '../../../components/LabBadge.tsx'
import { ButtonLink } from '../../../components/links.tsx'
import { StatusBadge } from '../../../components/StatusBadge.tsx'
import { localizeTimestamps } from '../../../components/times.ts'
import type { Outreach } from '../shared/outreach-config.ts'
import { OpenerPreview } from './OpenerPreview.tsx'
import { SendFields } from './SendFields.tsx'
import { blankSendRequest, hasRecipient, type SendRequestForm, toSendBody } from './send-request-form.ts'

const reachColors = {
  now: { color: 'green', Icon: IconCircleCheck },
  later: { color: 'yellow', Icon: IconClock },
  no: { color: 'red', Icon: IconCircleX },
}

/** Whether a named send to this person is allowed now, and the facts behind it. */
function ReachabilityResult({ personId, outreachId }: { personId: string; outreachId: string }) {
  const agent = useAgent()
  const { data } = useQuery({
    queryKey: agent.key('reachability', personId, outreachId),
    queryFn: ({ signal }) =>
      agent.api.get('/people/{personId}/reachability', { path: { personId }, query: { outreachId }, signal }),
  })
  if (!data) return null
  const { named } = data.origins
  const { color, Icon } = reachColors[named.allowed]
  const { consent, stops = [] } = data.facts
  return (
    <Alert
      color={color}
      icon={<Icon aria-hidden />}
      title={`${send.reach} ${send.allowed[named.allowed]}`}
      role="status"
    >
      <Text size="sm" mb="xs">
        {localizeTimestamps(named.says)}
      </Text>
      <Group gap={6}>
        <StatusBadge status={consent.status} label={send.consent(strings.filter.consents[consent.status])} />
        {stops.map(({ channel, at }) => (
          <StatusBadge key={`${channel} ${at}`} status="optedOut" label={send.stopped(channelName(channel))} />
        ))}
      </Group>
    </Alert>
  )
}

const { send } = strings

type SendFormProps = { outreach: Outreach; to?: Schema<'Person'>; onClose: () => void }

/** Sends to one person, after showing whether the send is allowed and how the message will look. */
export function SendForm({ outreach, to, onClose }: SendFormProps) {
  const [ask, setAsk] = useState<SendRequestForm>({ ...blankSendRequest, ...(to && { person: to }) })
  const sending = useSendOutreach(outreach.id)
  const change = (changed: Partial<SendRequestForm>) => {
    sending.reset()
    setAsk({ ...ask, ...changed })
  }
  const result = sending.data
  const isOver = result !== undefined && result.status !== 'skipped'
  const personId = ask.recipientKind === 'person' ? ask.person?.id : undefined
  return (
    <Stack>
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="lg">
        <Stack>
          <SendFields
            ask={ask}
            onChange={change}
            outreach={outreach}
            errors={sending.errors}
            fixed={to !== undefined}
          />
          {personId && <ReachabilityResult personId={personId} outreachId={outreach.id} />}
        </Stack>
        <OpenerPreview ask={ask} outreach={outreach} />
      </SimpleGrid>
      {ask.recipientKind !== 'persona' && <LabNotice />}
      {sending.error && <RefusalSummary error={sending.error} />}
      {result && <Result result={result} ask={ask} />}
      <FormActions>
        <Button variant="default" onClick={onClose}>
          {isOver ? strings.close : strings.cancel}
        </Button>
        {result?.status === 'duplicate' && (
          <Button
            variant="default"
            loading={sending.isPending}
            onClick={() => sending.mutate({ ask, again: crypto.randomUUID() })}
          >
            {send.sendAgain}
          </Button>
        )}
        {!isOver && <SendProgress ask={ask} sending={sending} />}
      </FormActions>
    </Stack>
  )
}

function SendProgress({ ask, sending }: { ask: SendRequestForm; sending: ReturnType<typeof useSendOutreach> }) {
  const isOff = !hasRecipient(ask) || sending.isPending
  return (
    <>
      {ask.recipientKind !== 'persona' && (
        <Button variant="default" disabled={isOff} onClick={() => sending.mutate({ ask, dryRun: true })}>
          {send.dryRun}
        </Button>
      )}
      <Button disabled={isOff} loading={sending.isPending} onClick={() => sending.mutate({ ask })}>
        {ask.recipientKind === 'persona' ? send.rehearse : send.go}
      </Button>
    </>
  )
}

function Result({ result, ask }: { result: SendResult; ask: SendRequestForm }) {
  const { status, unknownInputs, warning } = result
  const titles = { queued: send.sent, duplicate: send.duplicate, skipped: send.dryRunOk }
  const title = ask.recipientKind === 'persona' && status === 'queued' ? send.rehearsed : titles[status]
  return (
    <Alert color={status === 'duplicate' ? 'gray' : 'green'} title={title} role="status">
      <Stack gap="xs" align="flex-start">
        {warning && <Text size="sm">{warning}</Text>}
        {unknownInputs.length > 0 && <Text size="sm">{send.unknownInputs(unknownInputs.join(', '))}</Text>}
        <SendLink result={result} ask={ask} />
      </Stack>
    </Alert>
  )
}

function SendLink({ result: { sendId }, ask }: { result: SendResult; ask: SendRequestForm }) {
  const routeIds = useRouteIds()
  if (!sendId) return null
  if (ask.recipientKind === 'persona') {
    return (
      <ButtonLink size="xs" variant="default" to="/orgs/$org/agents/$agent/emulator" params={routeIds}>
        {send.openEmulator}
      </ButtonLink>
    )
  }
  return (
    <ButtonLink
      size="xs"
      variant="default"
      to="/orgs/$org/agents/$agent/outreach/sends/$sendId"
      params={{ ...routeIds, sendId }}
    >
      {send.openSend}
    </ButtonLink>
  )
}

type SendResult = Schema<'SendResult'>
type SendCall = { ask: SendRequestForm; dryRun?: boolean; again?: string }

/** Sends, or does a dry run; validation errors appear next to the fields that the form shows. */
function useSendOutreach(outreachId: string) {
  const agent = useAgent()
  const queries = useQueryClient()
  const sending = useMutation({
    mutationFn: ({ ask, dryRun, again }: SendCall) =>
      agent.api.post('/outreach/{outreachId}/sends', {
        path: { outreachId },
        body: toSendBody(ask, { dryRun, again }),
      }),
    onSuccess: ({ status, personId }) => {
      if (status === 'skipped') return
      void queries.invalidateQueries({ queryKey: agent.key('sends') })
      void queries.invalidateQueries({ queryKey: agent.key('people', personId) })
      void queries.invalidateQueries({ queryKey: agent.key('person', personId) })
      void queries.invalidateQueries({ queryKey: agent.key('reachability') })
    },
  })
  return { ...sending, errors: sending.error ? errorsOf(sending.error) : {} }
}

function errorsOf(error: Error): Record<string, string> {
  if (!(error instanceof Invalid)) return {}
  const byPath = groupErrorsByPath(error.errors)
  return error.code === 'agent.outreach.invalid_address' ? { number: error.message, ...byPath } : byPath
}
