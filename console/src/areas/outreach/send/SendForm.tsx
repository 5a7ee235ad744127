import { Alert, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { useState } from 'react'
import { words } from '#words/outreach.ts'
import { usePlace } from '../../../app/org.ts'
import { Refusal } from '../../../parts/editor/EditorFrame.tsx'
import { ButtonLink } from '../../../parts/links.tsx'
import type { Outreach } from '../shared/configuration.ts'
import { type Ask, blankAsk, isReady } from './ask.ts'
import { OpenerPreview } from './OpenerPreview.tsx'
import { Reach } from './Reach.tsx'
import { SendFields } from './SendFields.tsx'
import { type SendResult, useSending } from './useSending.ts'

const { send } = words

type Given = { outreach: Outreach; to?: Schema<'Person'>; onClose: () => void }

/** To one person, after a look at whether it may go and what they will read. */
export function SendForm({ outreach, to, onClose }: Given) {
  const [ask, setAsk] = useState<Ask>({ ...blankAsk, ...(to && { person: to }) })
  const sending = useSending(outreach.id)
  const change = (changed: Partial<Ask>) => {
    sending.reset()
    setAsk({ ...ask, ...changed })
  }
  const result = sending.data
  const isOver = result !== undefined && result.status !== 'skipped'
  const personId = ask.form === 'person' ? ask.person?.id : undefined
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
          {personId && <Reach personId={personId} outreachId={outreach.id} />}
        </Stack>
        <OpenerPreview ask={ask} outreach={outreach} />
      </SimpleGrid>
      {sending.error && <Refusal error={sending.error} />}
      {result && <Result result={result} ask={ask} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={onClose}>
          {isOver ? words.close : words.cancel}
        </Button>
        {result?.status === 'duplicate' && (
          <Button
            variant="default"
            loading={sending.isPending}
            onClick={() => sending.mutate({ ask, again: crypto.randomUUID() })}
          >
            {send.again}
          </Button>
        )}
        {!isOver && <Doing ask={ask} sending={sending} />}
      </Group>
    </Stack>
  )
}

function Doing({ ask, sending }: { ask: Ask; sending: ReturnType<typeof useSending> }) {
  const isOff = !isReady(ask) || sending.isPending
  return (
    <>
      {ask.form !== 'persona' && (
        <Button variant="default" disabled={isOff} onClick={() => sending.mutate({ ask, dryRun: true })}>
          {send.dryRun}
        </Button>
      )}
      <Button disabled={isOff} loading={sending.isPending} onClick={() => sending.mutate({ ask })}>
        {ask.form === 'persona' ? send.rehearse : send.go}
      </Button>
    </>
  )
}

function Result({ result, ask }: { result: SendResult; ask: Ask }) {
  const { status, unknownInputs, warning } = result
  const said = { queued: send.sent, duplicate: send.duplicate, skipped: send.dryRunOk }
  const title = ask.form === 'persona' && status === 'queued' ? send.rehearsed : said[status]
  return (
    <Alert color={status === 'duplicate' ? 'gray' : 'green'} title={title} role="status">
      <Stack gap="xs" align="flex-start">
        {warning && <Text size="sm">{warning}</Text>}
        {unknownInputs.length > 0 && <Text size="sm">{send.unknownInputs(unknownInputs.join(', '))}</Text>}
        <Follow result={result} ask={ask} />
      </Stack>
    </Alert>
  )
}

function Follow({ result: { sendId }, ask }: { result: SendResult; ask: Ask }) {
  const place = usePlace()
  if (!sendId) return null
  if (ask.form === 'persona') {
    return (
      <ButtonLink size="xs" variant="default" to="/orgs/$org/agents/$agent/emulator" params={place}>
        {send.openEmulator}
      </ButtonLink>
    )
  }
  return (
    <ButtonLink
      size="xs"
      variant="default"
      to="/orgs/$org/agents/$agent/outreach/sends/$sendId"
      params={{ ...place, sendId }}
    >
      {send.openSend}
    </ButtonLink>
  )
}
