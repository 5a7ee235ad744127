import { Autocomplete, Select, SimpleGrid, Stack, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import type { ConsentStatus } from '@parley/definition/vocabulary'
import { strings } from '#i18n/playbooks.ts'
import { usePlaybookReferences } from '../playbook-data.ts'
import type { GoalAssignment, PlaybookDraft } from './usePlaybook.ts'

export const unlessConditionKinds = [
  'none',
  'lastCall',
  'granted',
  'denied',
  'unknown',
  'status',
  'fieldExists',
  'fieldIs',
] as const
type UnlessConditionKind = (typeof unlessConditionKinds)[number]

const customPrefix = 'person.customFields.'

/** A condition as form values: its kind, key and value. */
type UnlessCondition = { kind: UnlessConditionKind; key: string; value: string }

export function readCondition(unless: GoalAssignment['unless']): UnlessCondition {
  if (!unless) return { kind: 'none', key: '', value: '' }
  const { field, op } = unless
  const value = ('value' in unless && unless.value) || ''
  if (field === 'person.lastCallAt') return { kind: 'lastCall', key: '', value: '' }
  if (field === 'person.consent.status') return { kind: value as ConsentStatus, key: '', value: '' }
  if (field === 'person.status') return { kind: 'status', key: '', value }
  return {
    kind: op === 'eq' ? 'fieldIs' : 'fieldExists',
    key: field.slice(customPrefix.length),
    value: op === 'eq' ? value : '',
  }
}

export function writeCondition({ kind, key, value }: UnlessCondition): GoalAssignment['unless'] {
  switch (kind) {
    case 'none':
      return undefined
    case 'lastCall':
      return { field: 'person.lastCallAt', op: 'exists' }
    case 'granted':
    case 'denied':
    case 'unknown':
      return { field: 'person.consent.status', op: 'eq', value: kind }
    case 'status':
      return { field: 'person.status', op: 'eq', value }
    case 'fieldExists':
      return { field: customPrefix + key, op: 'exists' }
    case 'fieldIs':
      return { field: customPrefix + key, op: 'eq', value }
  }
}

const { edit, conditions } = strings

/** The Goal of a playbook, and the condition under which another applies. */
export function GoalField({ form }: { form: UseFormReturnType<PlaybookDraft> }) {
  const { around } = usePlaybookReferences()
  const { goal } = form.values
  const goals = around.goals.map(({ id, name }) => ({ value: id, label: name }))
  const set = (next: GoalAssignment | null) => form.setFieldValue('goal', next)
  const written = readCondition(goal?.unless)
  return (
    <Stack gap="xs">
      <Select
        label={edit.goal}
        description={edit.goalHint}
        placeholder={edit.noGoal}
        data={goals}
        clearable
        {...form.getInputProps('goal.goalId')}
        value={goal?.goalId ?? null}
        onChange={(goalId) => set(goalId === null ? null : { ...goal, goalId })}
      />
      {goal && (
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <Condition written={written} change={(next) => set(withCondition(goal, next))} />
          {written.kind !== 'none' && (
            <Select
              label={edit.instead}
              description={edit.insteadHint}
              data={goals}
              clearable
              {...form.getInputProps('goal.then')}
              value={goal.then ?? null}
              onChange={(id) => set(withInstead(goal, id))}
            />
          )}
        </SimpleGrid>
      )}
    </Stack>
  )
}

function withInstead({ goalId, unless }: GoalAssignment, id: string | null): GoalAssignment {
  // biome-ignore lint/suspicious/noThenProperty: the API contract names it so
  return { goalId, ...(unless && { unless }), ...(id !== null && { then: id }) }
}

function withCondition({ goalId, then: instead }: GoalAssignment, written: UnlessCondition): GoalAssignment {
  const unless = writeCondition(written)
  return unless ? withInstead({ goalId, unless }, instead ?? null) : { goalId }
}

function Condition({ written, change }: { written: UnlessCondition; change: (written: UnlessCondition) => void }) {
  const { around } = usePlaybookReferences()
  const { kind, key, value } = written
  return (
    <Stack gap="xs">
      <Select
        label={edit.unless}
        data={unlessConditionKinds.map((one) => ({ value: one, label: conditions[one] }))}
        allowDeselect={false}
        value={kind}
        onChange={(next) => change({ kind: (next ?? 'none') as UnlessConditionKind, key: '', value: '' })}
      />
      {(kind === 'fieldIs' || kind === 'fieldExists') && (
        <Autocomplete
          label={edit.field}
          data={around.peopleFields.map((field) => field.key)}
          value={key}
          onChange={(next) => change({ ...written, key: next })}
        />
      )}
      {(kind === 'fieldIs' || kind === 'status') && (
        <TextInput
          label={edit.value}
          value={value}
          onChange={(event) => change({ ...written, value: event.currentTarget.value })}
        />
      )}
    </Stack>
  )
}
