import { ActionIcon, Badge, Button, Group, Paper, Stack, Text } from '@mantine/core'
import type { Channel } from '@parley/amf/channels'
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react'
import { useLayoutEffect, useRef, useState } from 'react'
import { channelName } from '#i18n/channel-names.ts'
import { strings as outreachTexts } from '#i18n/outreach.ts'
import { strings } from '#i18n/sequences.ts'
import { AmlPreview } from '../../../components/aml/AmlPreview.tsx'
import type { Editor } from '../../../components/editor/useEditor.ts'
import { DragHandle } from '../../knowledge/collections/Sortable.tsx'
import { type Outreach, useTemplates } from '../shared/outreach-config.ts'
import { MinutesField } from '../shared/TimeFields.tsx'
import { excerptOf } from './excerpt.ts'
import { StepFields } from './StepFields.tsx'
import { StepResults } from './StepResults.tsx'
import { maxDelayMinutes, nameStep, type SequenceForm, type SequenceReport, type StepForm } from './sequence-form.ts'
import classes from './timeline.module.css'

export const stepDragKind = 'sequence-step'

type Props = {
  sequenceId: string
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

/** One step: when it is sent, on which channel, what it says, and how many people stand there. */
export function StepCard({ sequenceId, editor, step, at, outreaches, results, isOpen, ...act }: Props) {
  const { readOnly, form } = editor
  const { steps } = form.getValues()
  const [isShown, setShown] = useState(false)
  const outreach = outreaches.find(({ id }) => id === step.outreachId)
  const title = nameStep(steps, step.id, outreaches)
  const hasError = Object.keys(form.errors).some((field) => field.startsWith(`steps.${at}.`))
  const errorOf = (field: string) => form.errors[`steps.${at}.${field}`]
  return (
    <Stack gap={6}>
      <StepDelay step={step} at={at} title={title} readOnly={readOnly} error={errorOf('afterMinutes')} {...act} />
      <Paper withBorder p="sm" style={hasError ? { borderColor: 'var(--mantine-color-error)' } : undefined}>
        <Group gap="xs" wrap="nowrap" align="flex-start">
          {!readOnly && (
            <DragHandle item={{ id: step.id, name: title }} kind={stepDragKind} at={at} onStep={act.onMove} />
          )}
          <Stack gap={2} className={classes.step}>
            <Text fw={600}>{title}</Text>
            {outreach && <StepContent outreach={outreach} isShown={isShown} />}
            <StepResults sequenceId={sequenceId} stepId={step.id} results={results} />
            {Object.keys(step.onlyIf).length > 0 && (
              <Badge variant="default" tt="none">
                {strings.conditional}
              </Badge>
            )}
          </Stack>
        </Group>
        <Group gap="xs" mt="xs">
          {!readOnly && <MoveButtons title={title} at={at} count={steps.length} onMove={act.onMove} />}
          {outreach && (
            <Button variant="default" size="xs" aria-expanded={isShown} onClick={() => setShown(!isShown)}>
              {isShown ? strings.hideMessage : strings.showMessage}
            </Button>
          )}
          {!readOnly && (
            <Button variant="default" size="xs" aria-expanded={isOpen} onClick={act.onToggle}>
              {isOpen ? strings.done : strings.edit}
            </Button>
          )}
        </Group>
        {isOpen && !readOnly && (
          <StepFields {...{ step, outreaches, errorOf }} onChange={act.onChange} onRemove={act.onRemove} />
        )}
      </Paper>
    </Stack>
  )
}

type StepDelayProps = Pick<Props, 'step' | 'at' | 'onChange'> & {
  title: string
  readOnly: boolean
  error: React.ReactNode
}

/** The time between two steps, edited in its place. */
function StepDelay({ step: { afterMinutes }, at, title, readOnly, error, onChange }: StepDelayProps) {
  const isFirst = at === 0
  if (readOnly) {
    const delay = outreachTexts.minutes.format(afterMinutes)
    return (
      <Text size="sm" className="quiet">
        {afterMinutes === 0 ? strings.immediately(isFirst) : strings.after(delay, isFirst)}
      </Text>
    )
  }
  return (
    <Group gap="xs">
      <MinutesField
        compact
        label={strings.delayOf(title)}
        min={0}
        max={maxDelayMinutes}
        value={afterMinutes}
        onChange={(changed) => onChange({ afterMinutes: changed })}
        error={error}
      />
      <Text size="sm" className="quiet">
        {isFirst ? strings.afterEntering : strings.afterStepBefore}
      </Text>
    </Group>
  )
}

/** The channels in order of preference, and the message: its first words, or as phones show it. */
function StepContent({ outreach, isShown }: { outreach: Outreach; isShown: boolean }) {
  const template = useTemplates().data?.find(({ id }) => id === outreach.openerTemplateId)
  const channels: readonly Channel[] = outreach.channels ?? ['rcs']
  return (
    <>
      <Text size="sm" className="quiet">
        {strings.channels(channels.map(channelName))}
      </Text>
      {!outreach.enabled && (
        <Badge variant="default" tt="none">
          {strings.outreachOff}
        </Badge>
      )}
      {template && !isShown && (
        <Text size="sm" lineClamp={2}>
          {excerptOf(template.body)}
        </Text>
      )}
      {template && isShown && (
        <div className={classes.phone}>
          <AmlPreview key={channels.join(' ')} text={template.body} channels={channels} height="22rem" />
        </div>
      )}
    </>
  )
}

type MoveButtonsProps = { title: string; at: number; count: number; onMove: (by: number) => void }

/** For fingers and keyboards. The pressed button has the focus again after the move; at an end, the other one has. */
function MoveButtons({ title, at, count, onMove }: MoveButtonsProps) {
  const up = useRef<HTMLButtonElement>(null)
  const down = useRef<HTMLButtonElement>(null)
  const pressed = useRef<'up' | 'down'>(undefined)
  // A step loses the focus when it moves in the DOM. Not every move comes from these buttons.
  useLayoutEffect(() => {
    if (pressed.current === undefined) return
    const wantsUp = at === count - 1 || (pressed.current === 'up' && at > 0)
    pressed.current = undefined
    const next = wantsUp ? up : down
    next.current?.focus()
  }, [at, count])
  const press = (direction: 'up' | 'down') => {
    pressed.current = direction
    onMove(direction === 'up' ? -1 : 1)
  }
  return (
    <Group gap={4} wrap="nowrap">
      <ActionIcon
        ref={up}
        variant="default"
        size={30}
        aria-label={strings.moveUp(title)}
        disabled={at === 0}
        onClick={() => press('up')}
      >
        <IconArrowUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        ref={down}
        variant="default"
        size={30}
        aria-label={strings.moveDown(title)}
        disabled={at === count - 1}
        onClick={() => press('down')}
      >
        <IconArrowDown size={16} aria-hidden />
      </ActionIcon>
    </Group>
  )
}
