import { Badge, Button, Group, Paper, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import { strings as outreachTexts } from '#i18n/outreach.ts'
import { strings } from '#i18n/sequences.ts'
import type { Editor } from '../../../components/editor/useEditor.ts'
import { DragHandle } from '../../knowledge/collections/Sortable.tsx'
import { type Outreach, useOutreaches } from '../shared/outreach-config.ts'
import { StepFields } from './StepFields.tsx'
import {
  appendSequenceStep,
  maxSteps,
  moveSequenceStep,
  type SequenceForm,
  type SequenceReport,
  type StepForm,
} from './sequence-form.ts'
import classes from './timeline.module.css'

type Props = { editor: Editor<SequenceForm>; report: SequenceReport | undefined }

const dragKind = 'sequence-step'

/** The steps of a sequence from entry to end: dragged by mouse, or moved with the arrow keys on their handles. */
export function SequenceTimeline({ editor, report }: Props) {
  const { form, readOnly } = editor
  const { steps } = form.getValues()
  const outreaches = useOutreaches().data ?? []
  const [open, setOpen] = useState<string>()
  const [over, setOver] = useState<string>()
  const [announcement, setAnnouncement] = useState('')
  const set = (changed: StepForm[]) => form.setFieldValue('steps', changed)
  const nameOf = (step: StepForm) => outreaches.find(({ id }) => id === step.outreachId)?.name ?? step.outreachId
  const move = (step: StepForm, to: number | { by: number }) => {
    const moved = moveSequenceStep(steps, step.id, to)
    set(moved)
    setAnnouncement(strings.stepName(moved.indexOf(step) + 1, nameOf(step)))
  }
  const drop = (event: DragEvent, at: number) => {
    setOver(undefined)
    const dragged = steps.find(({ id }) => id === readDraggedId(event))
    if (!dragged) return
    event.preventDefault()
    move(dragged, at)
  }
  return (
    <Stack gap="sm">
      {!readOnly && (
        <Text size="sm" className="quiet">
          {strings.hint}
        </Text>
      )}
      <ol className={classes.list} aria-label={strings.timeline}>
        <li className={classes.item}>
          <Text fw={600}>{strings.start}</Text>
        </li>
        {steps.map((step, at) => (
          <li
            key={step.id}
            className={classes.item}
            data-over={over === step.id || undefined}
            onDragOver={(event) => {
              if (readOnly) return
              event.preventDefault()
              setOver(step.id)
            }}
            onDragLeave={() => setOver(undefined)}
            onDrop={(event) => drop(event, at)}
          >
            <StepCard
              {...{ editor, step, at, outreaches }}
              results={report?.steps.find(({ id }) => id === step.id)}
              isOpen={open === step.id}
              onToggle={() => setOpen(open === step.id ? undefined : step.id)}
              onMove={(by) => move(step, { by })}
              onChange={(change) => set(steps.map((one) => (one === step ? { ...one, ...change } : one)))}
              onRemove={steps.length > 1 ? () => set(steps.filter((one) => one !== step)) : undefined}
            />
          </li>
        ))}
        <li className={classes.item}>
          <Stack gap="xs" align="flex-start">
            <Text className="quiet">{strings.end}</Text>
            {!readOnly && steps.length < maxSteps && (
              <Button
                variant="default"
                size="sm"
                leftSection={<IconPlus size={16} aria-hidden />}
                onClick={() => {
                  const longer = appendSequenceStep(steps, steps.at(-1)?.outreachId ?? outreaches[0]?.id ?? '')
                  set(longer)
                  setOpen(longer.at(-1)?.id)
                }}
              >
                {strings.add}
              </Button>
            )}
          </Stack>
        </li>
      </ol>
      {form.errors.steps && (
        <Text size="sm" c="red" role="alert">
          {form.errors.steps}
        </Text>
      )}
      <VisuallyHidden role="status">{announcement}</VisuallyHidden>
    </Stack>
  )
}

/** The drag data may come from anywhere, so it is validated. */
function readDraggedId(event: DragEvent): string | undefined {
  try {
    const { kind, id } = JSON.parse(event.dataTransfer.getData('text/plain')) as Record<string, unknown>
    return kind === dragKind && typeof id === 'string' ? id : undefined
  } catch {
    return undefined
  }
}

type StepCardProps = {
  editor: Editor<SequenceForm>
  step: StepForm
  at: number
  outreaches: readonly Outreach[]
  results: SequenceReport['steps'][number] | undefined
  isOpen: boolean
  onToggle: () => void
  onMove: (by: number) => void
  onChange: (change: Partial<StepForm>) => void
  onRemove: (() => void) | undefined
}

function StepCard({ editor, step, at, outreaches, results, isOpen, ...act }: StepCardProps) {
  const { readOnly, form } = editor
  const name = outreaches.find(({ id }) => id === step.outreachId)?.name ?? step.outreachId
  const isFirst = at === 0
  const delay = outreachTexts.minutes.format(step.afterMinutes)
  const title = strings.stepName(at + 1, name)
  const hasError = Object.keys(form.errors).some((field) => field.startsWith(`steps.${at}.`))
  return (
    <Stack gap={6}>
      <Text size="sm" className="quiet">
        {step.afterMinutes === 0 ? strings.immediately(isFirst) : strings.after(delay, isFirst)}
      </Text>
      <Paper withBorder p="sm" style={hasError ? { borderColor: 'var(--mantine-color-error)' } : undefined}>
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Group gap="xs" wrap="nowrap" align="flex-start" style={{ minWidth: 0 }}>
            {!readOnly && (
              <DragHandle item={{ id: step.id, name: title }} kind={dragKind} at={at} onStep={act.onMove} />
            )}
            <Stack gap={2} style={{ minWidth: 0 }}>
              <Text fw={600}>{title}</Text>
              <StepResults results={results} />
              {Object.keys(step.onlyIf).length > 0 && (
                <Badge variant="default" tt="none">
                  {strings.conditional}
                </Badge>
              )}
            </Stack>
          </Group>
          {!readOnly && (
            <Button variant="default" size="xs" aria-expanded={isOpen} onClick={act.onToggle} style={{ flexShrink: 0 }}>
              {isOpen ? strings.done : strings.edit}
            </Button>
          )}
        </Group>
        {isOpen && !readOnly && (
          <StepFields
            {...{ step, outreaches }}
            errorOf={(field) => form.errors[`steps.${at}.${field}`]}
            onChange={act.onChange}
            onRemove={act.onRemove}
          />
        )}
      </Paper>
    </Stack>
  )
}

const { report: reportTexts } = strings

/** How many people stand at the step, and what became of the others. */
function StepResults({ results }: { results: SequenceReport['steps'][number] | undefined }) {
  if (!results || results.people === 0) {
    return (
      <Text size="sm" className="quiet">
        {reportTexts.none}
      </Text>
    )
  }
  const { waiting, sent, skipped, failed, tapped } = results
  const parts = [
    reportTexts.waiting(waiting),
    reportTexts.sent(sent),
    ...(skipped > 0 ? [reportTexts.skipped(skipped)] : []),
    ...(failed > 0 ? [reportTexts.failedCount(failed)] : []),
    ...(tapped > 0 ? [reportTexts.tapped(tapped)] : []),
  ]
  return <Text size="sm">{parts.join(' · ')}</Text>
}
