import { Select, Stack, TextInput } from '@mantine/core'
import { parseHandoff } from '@parley/definition'
import { strings } from '#i18n/flow.ts'
import type { FlowEditorState } from '../useFlowEditor.ts'
import type { StepFieldsProps } from './StepPanel.tsx'

const { step: texts } = strings

export function CallStepFields({ studio, step, change }: StepFieldsProps<'call'>) {
  const data = playbookOptions(studio, step.call)
  return (
    <Select
      label={texts.call}
      data={data}
      searchable
      allowDeselect={false}
      value={step.call}
      onChange={(call) => call && change({ ...step, call })}
    />
  )
}

export function HandoffStepFields({ studio, step, change }: StepFieldsProps<'handoff'>) {
  return (
    <HandoffSelect
      studio={studio}
      label={texts.handoff}
      value={step.handoff}
      onChange={(handoff) => handoff && change({ ...step, handoff })}
    />
  )
}

export function EndStepFields({ studio, step, change }: StepFieldsProps<'end'>) {
  const { outcome, handoff } = step.end
  return (
    <Stack>
      <TextInput
        label={texts.outcome}
        description={texts.outcomeHint}
        value={outcome}
        onChange={(event) => change({ ...step, end: { ...step.end, outcome: event.currentTarget.value } })}
      />
      <HandoffSelect
        studio={studio}
        label={texts.thenHandoff}
        value={handoff}
        clearable
        onChange={(to) => change({ ...step, end: { outcome, ...(to !== null && { handoff: to }) } })}
      />
    </Stack>
  )
}

type PlaybookSelectProps = {
  studio: FlowEditorState
  label: string
  value: string | undefined
  clearable?: boolean
  onChange: (target: string | null) => void
}

function HandoffSelect({ studio, label, value, clearable = false, onChange }: PlaybookSelectProps) {
  const read = value === undefined ? undefined : parseHandoff(value)
  const chosen = read && (read.to === 'human' ? 'human' : `playbook:${read.id}`)
  const others = playbookOptions(studio, read?.to === 'playbook' ? read.id : undefined)
  const data = [
    { value: 'human', label: texts.human },
    ...others.map((one) => ({ ...one, value: `playbook:${one.value}` })),
  ]
  return (
    <Select
      label={label}
      placeholder={clearable ? texts.noHandoff : undefined}
      data={data}
      searchable
      clearable={clearable}
      allowDeselect={false}
      value={chosen ?? null}
      onChange={onChange}
    />
  )
}

/** The other playbooks; an unknown id is shown as it is. */
function playbookOptions({ playbooks, playbookId }: FlowEditorState, named: string | undefined) {
  const others = playbooks.filter(({ id }) => id !== playbookId).map(({ id, name }) => ({ value: id, label: name }))
  return named === undefined || others.some(({ value }) => value === named)
    ? others
    : [...others, { value: named, label: named }]
}
