import { Alert, Button, Group, Loader, Stack, Text, Textarea } from '@mantine/core'
import { ParleyError, type Schema } from '@parley/sdk'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { words } from '#words/playbooks.ts'
import { useAgent } from '../../../../app/org.ts'
import { Dialog } from '../../../../parts/Dialog.tsx'
import { Trouble } from '../../../../parts/Trouble.tsx'
import { tell } from '../../../../parts/tell.tsx'
import type { OpenPlaybook } from '../../edit/usePlaybook.ts'
import { Generated } from './Generated.tsx'
import { flowIn } from './result.ts'

const { generate: said } = words
/** A model takes up to 40 seconds, and may try more than once. */
const patienceMs = 180_000

/** A flow written by a model from the instructions; nothing is kept until it is accepted and saved. */
export function Generate({ open, close }: { open: OpenPlaybook; close: () => void }) {
  const agent = useAgent()
  const { editor, id } = open
  const [brief, setBrief] = useState('')
  const writing = useMutation({
    mutationFn: () =>
      agent.api.post('/playbooks/{playbookId}/flow:generate', {
        path: { playbookId: id },
        body: { ...(brief.trim() && { brief }), uses: editor.form.values.uses },
        timeoutMs: patienceMs,
      }),
  })
  const flow = flowIn(writing.data)
  const accept = () => {
    if (!flow) return
    editor.form.setValues({ flow, brokenFlow: null })
    tell.done(said.accepted)
    close()
  }
  return (
    <Dialog onClose={close} title={said.title} size="lg">
      <Stack>
        <Text size="sm">{said.text}</Text>
        {editor.dirty && <Alert color="gray">{said.unsaved}</Alert>}
        <Textarea
          label={said.brief}
          description={said.briefHint}
          autosize
          minRows={2}
          maxLength={4000}
          value={brief}
          onChange={(event) => setBrief(event.currentTarget.value)}
          data-autofocus
        />
        {writing.isPending && <Waiting />}
        {writing.error && <Refused error={writing.error} />}
        {writing.data && <Generated result={writing.data} />}
        <Actions writing={writing} canAccept={flow !== undefined} accept={accept} close={close} />
      </Stack>
    </Dialog>
  )
}

type Writing = { isPending: boolean; data: Schema<'GeneratedFlow'> | undefined; mutate: () => void }
type ActionsGiven = { writing: Writing; canAccept: boolean; accept: () => void; close: () => void }

function Actions({ writing: { isPending, data, mutate }, canAccept, accept, close }: ActionsGiven) {
  return (
    <Group justify="flex-end">
      <Button variant="default" onClick={close}>
        {said.discard}
      </Button>
      <Button variant={data ? 'default' : undefined} onClick={() => mutate()} loading={isPending}>
        {data ? said.again : said.go}
      </Button>
      {canAccept && <Button onClick={accept}>{said.accept}</Button>}
    </Group>
  )
}

function Waiting() {
  const [seconds, setSeconds] = useState(0)
  useEffect(() => {
    const timer = setInterval(() => setSeconds((now) => now + 1), 1_000)
    return () => clearInterval(timer)
  }, [])
  return (
    <Group gap="xs">
      <Loader size="xs" />
      <Text size="sm">{said.waiting(seconds)}</Text>
      <Text size="sm" className="quiet" role="status">
        {said.wait}
      </Text>
    </Group>
  )
}

function Refused({ error }: { error: Error }) {
  if (error instanceof ParleyError && error.status === 503) {
    return (
      <Alert color="orange" role="alert">
        {said.unavailable}
      </Alert>
    )
  }
  if (error instanceof ParleyError && error.status === 502) {
    return (
      <Alert color="orange" role="alert">
        {said.unreachable}
      </Alert>
    )
  }
  return <Trouble error={error} />
}
