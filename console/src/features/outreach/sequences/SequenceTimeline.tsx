import { Button, Stack, Text, VisuallyHidden } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { type DragEvent, useState } from 'react'
import { strings } from '#i18n/sequences.ts'
import { useRouteIds } from '../../../app/current-org.ts'
import type { Editor } from '../../../components/editor/useEditor.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { useOutreaches } from '../shared/outreach-config.ts'
import { describeTrigger } from '../shared/trigger-form.ts'
import { StepCard, stepDragKind } from './StepCard.tsx'
import {
  appendSequenceStep,
  maxSteps,
  moveSequenceStep,
  nameStep,
  type SequenceForm,
  type SequenceReport,
  type StepForm,
} from './sequence-form.ts'
import classes from './timeline.module.css'

type Props = { sequenceId: string; editor: Editor<SequenceForm>; report: SequenceReport | undefined }

/** The steps of a sequence from entry to end: moved by dragging, with buttons, or with the arrow keys on a handle. */
export function SequenceTimeline({ sequenceId, editor, report }: Props) {
  const { form, readOnly } = editor
  const { steps, stopOn, hasEntry, entry } = form.getValues()
  const outreaches = useOutreaches().data ?? []
  const [open, setOpen] = useState<string>()
  const [over, setOver] = useState<string>()
  const [announcement, setAnnouncement] = useState('')
  const set = (changed: StepForm[]) => form.setFieldValue('steps', changed)
  const move = (step: StepForm, to: number | { by: number }) => {
    const moved = moveSequenceStep(steps, step.id, to)
    set(moved)
    setAnnouncement(nameStep(moved, step.id, outreaches))
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
          <Text size="sm" className="quiet">
            {strings.startWhen(hasEntry ? describeTrigger(entry) : strings.byHand)}
          </Text>
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
              {...{ sequenceId, editor, step, at, outreaches }}
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
            <Stops sequenceId={sequenceId} stopOn={stopOn} />
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
    return kind === stepDragKind && typeof id === 'string' ? id : undefined
  } catch {
    return undefined
  }
}

/** What ends the sequence before its last step. */
function Stops({ sequenceId, stopOn }: { sequenceId: string; stopOn: SequenceForm['stopOn'] }) {
  const routeIds = useRouteIds()
  const { settings } = strings
  return (
    <div>
      <Text size="sm" fw={500}>
        {settings.stop}
      </Text>
      <ul className={classes.stops}>
        {stopOn.map((stop) => (
          <li key={stop}>{settings.stops[stop]}</li>
        ))}
        <li>{settings.alwaysStops}</li>
      </ul>
      <AnchorLink
        size="sm"
        to="/orgs/$org/agents/$agent/outreach/sequences/$sequenceId"
        params={{ ...routeIds, sequenceId }}
        search={{ tab: 'settings' }}
      >
        {settings.changeStops}
      </AnchorLink>
    </div>
  )
}
