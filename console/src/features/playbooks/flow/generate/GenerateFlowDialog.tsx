import { Alert, Button, Code, Group, List, Loader, ScrollArea, Stack, Text, Textarea, Title } from '@mantine/core'
import { type AgentFlow, parseFlow } from '@parley/definition'
import type { DryRun } from '@parley/flow'
import { ParleyError, type Schema } from '@parley/sdk'
import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { strings } from '#i18n/flow.ts'
import { useAgent } from '../../../../app/current-org.ts'
import { Dialog } from '../../../../components/Dialog.tsx'
import { FormActions } from '../../../../components/FormActions.tsx'
import { notify } from '../../../../components/notify.tsx'
import { ErrorAlert } from '../../../../components/PageStates.tsx'
import type { OpenPlaybook } from '../../edit/usePlaybook.ts'
import { printFlow } from '../model/flow-draft.ts'
import { FlowDryRunReport } from '../simulator/FlowDryRunReport.tsx'

type GeneratedFlow = Schema<'GeneratedFlow'>

/** Returns the generated flow, if it is valid. */
function generatedFlowOf(result: GeneratedFlow | undefined): AgentFlow | undefined {
  const parsed = result?.flow === undefined ? undefined : parseFlow(result.flow, 'flow')
  return parsed?.ok ? parsed.flow : undefined
}

/** Returns the model's notes: the API sends one text or several. */
function generationNotesOf({ notes }: GeneratedFlow): string[] {
  return [notes].flat().filter((note): note is string => typeof note === 'string' && note.trim() !== '')
}

const dryRunOf = ({ dryRun }: GeneratedFlow): DryRun | undefined =>
  typeof dryRun === 'object' && dryRun !== null && 'turns' in dryRun ? (dryRun as DryRun) : undefined

function findingMessagesOf(found: readonly unknown[]): string[] {
  return found.map((one) => {
    if (typeof one === 'object' && one !== null && 'message' in one) {
      const { path, field, message } = one as { path?: unknown; field?: unknown; message: unknown }
      return [path ?? field, message].filter((word) => typeof word === 'string').join(' ')
    }
    return String(one)
  })
}

const { generate: generatedFlowReviewTexts } = strings

/** Shows the result: notes, findings, a dry run, and the flow itself. */
function GeneratedFlowReview({ result }: { result: GeneratedFlow }) {
  const flow = generatedFlowOf(result)
  const dry = dryRunOf(result)
  const { schema, lint, model, attempts } = result
  const wrong = findingMessagesOf([...schema.errors, ...lint.errors, ...lint.warnings])
  return (
    <Stack gap="sm" role="status">
      <Text size="sm" className="quiet">
        {generatedFlowReviewTexts.by(model, attempts)}
      </Text>
      {!result.ok && (
        <Alert color="orange" title={generatedFlowReviewTexts.failed}>
          {result.error}
        </Alert>
      )}
      <NoteLines title={generatedFlowReviewTexts.notes} lines={generationNotesOf(result)} />
      {wrong.length > 0 && (
        <NoteLines
          title={generatedFlowReviewTexts.lint(schema.errors.length + lint.errors.length, lint.warnings.length)}
          lines={wrong}
        />
      )}
      {dry && (
        <div>
          <Title order={3} size="h6">
            {generatedFlowReviewTexts.dryRun}
          </Title>
          <FlowDryRunReport run={dry} />
        </div>
      )}
      {flow && (
        <div>
          <Title order={3} size="h6">
            {generatedFlowReviewTexts.flow}
          </Title>
          <ScrollArea.Autosize
            mah={260}
            viewportProps={{ tabIndex: 0, role: 'group', 'aria-label': generatedFlowReviewTexts.flow }}
          >
            <Code block>{printFlow(flow)}</Code>
          </ScrollArea.Autosize>
        </div>
      )}
    </Stack>
  )
}

function NoteLines({ title, lines }: { title: string; lines: readonly string[] }) {
  if (lines.length === 0) return null
  return (
    <div>
      <Title order={3} size="h6">
        {title}
      </Title>
      <List size="sm">
        {lines.map((line) => (
          <List.Item key={line}>{line}</List.Item>
        ))}
      </List>
    </div>
  )
}

const { generate: texts } = strings
/** A model takes up to 40 seconds, and may need more than one attempt. */
const patienceMs = 180_000

/** Generates a flow from the instructions with a model; nothing is saved until the user accepts and saves it. */
export function GenerateFlowDialog({ open, close }: { open: OpenPlaybook; close: () => void }) {
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
  const flow = generatedFlowOf(writing.data)
  const accept = () => {
    if (!flow) return
    editor.form.setValues({ flow, brokenFlow: null })
    notify.success(texts.accepted)
    close()
  }
  return (
    <Dialog onClose={close} title={texts.title} size="lg">
      <Stack>
        <Text size="sm">{texts.text}</Text>
        {editor.dirty && <Alert color="gray">{texts.unsaved}</Alert>}
        <Textarea
          label={texts.brief}
          description={texts.briefHint}
          autosize
          minRows={2}
          maxLength={4000}
          value={brief}
          onChange={(event) => setBrief(event.currentTarget.value)}
          data-autofocus
        />
        {writing.isPending && <Waiting />}
        {writing.error && <GenerationError error={writing.error} />}
        {writing.data && <GeneratedFlowReview result={writing.data} />}
        <Actions writing={writing} canAccept={flow !== undefined} accept={accept} close={close} />
      </Stack>
    </Dialog>
  )
}

type GenerationRequest = { isPending: boolean; data: Schema<'GeneratedFlow'> | undefined; mutate: () => void }
type ActionsProps = { writing: GenerationRequest; canAccept: boolean; accept: () => void; close: () => void }

function Actions({ writing: { isPending, data, mutate }, canAccept, accept, close }: ActionsProps) {
  return (
    <FormActions>
      <Button variant="default" onClick={close}>
        {texts.discard}
      </Button>
      <Button variant={data ? 'default' : undefined} onClick={() => mutate()} loading={isPending}>
        {data ? texts.regenerate : texts.go}
      </Button>
      {canAccept && <Button onClick={accept}>{texts.accept}</Button>}
    </FormActions>
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
      <Text size="sm">{texts.waiting(seconds)}</Text>
      <Text size="sm" className="quiet" role="status">
        {texts.wait}
      </Text>
    </Group>
  )
}

function GenerationError({ error }: { error: Error }) {
  if (error instanceof ParleyError && error.status === 503) {
    return (
      <Alert color="orange" role="alert">
        {texts.unavailable}
      </Alert>
    )
  }
  if (error instanceof ParleyError && error.status === 502) {
    return (
      <Alert color="orange" role="alert">
        {texts.unreachable}
      </Alert>
    )
  }
  return <ErrorAlert error={error} />
}
