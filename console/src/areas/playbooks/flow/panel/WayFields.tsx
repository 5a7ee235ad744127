import { Select, Stack, TextInput } from '@mantine/core'
import { readHandoff } from '@parley/definition'
import { words } from '#words/playbooks.ts'
import type { Studio } from '../useStudio.ts'
import type { FieldsGiven } from './StepPanel.tsx'

const { step: said } = words

export function CallFields({ studio, step, change }: FieldsGiven<'call'>) {
  const data = playbookOptions(studio, step.call)
  return (
    <Select
      label={said.call}
      data={data}
      searchable
      allowDeselect={false}
      value={step.call}
      onChange={(call) => call && change({ ...step, call })}
    />
  )
}

export function HandoffFields({ studio, step, change }: FieldsGiven<'handoff'>) {
  return (
    <HandoffSelect
      studio={studio}
      label={said.handoff}
      value={step.handoff}
      onChange={(handoff) => handoff && change({ ...step, handoff })}
    />
  )
}

export function EndFields({ studio, step, change }: FieldsGiven<'end'>) {
  const { outcome, handoff } = step.end
  return (
    <Stack>
      <TextInput
        label={said.outcome}
        description={said.outcomeHint}
        value={outcome}
        onChange={(event) => change({ ...step, end: { ...step.end, outcome: event.currentTarget.value } })}
      />
      <HandoffSelect
        studio={studio}
        label={said.thenHandoff}
        value={handoff}
        clearable
        onChange={(to) => change({ ...step, end: { outcome, ...(to !== null && { handoff: to }) } })}
      />
    </Stack>
  )
}

type SelectGiven = {
  studio: Studio
  label: string
  value: string | undefined
  clearable?: boolean
  onChange: (target: string | null) => void
}

function HandoffSelect({ studio, label, value, clearable = false, onChange }: SelectGiven) {
  const read = value === undefined ? undefined : readHandoff(value)
  const chosen = read && (read.to === 'human' ? 'human' : `playbook:${read.id}`)
  const others = playbookOptions(studio, read?.to === 'playbook' ? read.id : undefined)
  const data = [
    { value: 'human', label: said.human },
    ...others.map((one) => ({ ...one, value: `playbook:${one.value}` })),
  ]
  return (
    <Select
      label={label}
      placeholder={clearable ? said.noHandoff : undefined}
      data={data}
      searchable
      clearable={clearable}
      allowDeselect={false}
      value={chosen ?? null}
      onChange={onChange}
    />
  )
}

/** The other playbooks; what is named in vain is shown as it is written. */
function playbookOptions({ playbooks, playbookId }: Studio, named: string | undefined) {
  const others = playbooks.filter(({ id }) => id !== playbookId).map(({ id, name }) => ({ value: id, label: name }))
  return named === undefined || others.some(({ value }) => value === named)
    ? others
    : [...others, { value: named, label: named }]
}
