import { Autocomplete, Fieldset, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { words } from '#words/agent.ts'
import { useAgent } from '../../../app/org.ts'
import type { Editor } from '../../../parts/editor/useEditor.ts'
import { Linted } from '../../../parts/section/PartFrame.tsx'
import { conditionKinds, type GoalsForm } from './form.ts'

const { goals: said } = words
const consents = ['granted', 'denied', 'unknown'] as const

/** The Goal of a conversation that has none of its own, and when another takes its place. */
export function DefaultGoal({ editor: { form } }: { editor: Editor<GoalsForm> }) {
  const { goals, defaultGoal } = form.values
  const choices = goals.filter(({ id }) => id !== '').map(({ id, name }) => ({ value: id, label: name || id }))
  const chosen = defaultGoal.goalId !== ''
  const { kind } = defaultGoal.unless
  return (
    <Fieldset legend={said.defaultGoal}>
      <Stack gap="sm">
        <Text size="sm" className="quiet">
          {said.defaultGoalHelp}
        </Text>
        <Linted path="goals.defaultGoal.goalId">
          <Select
            label={said.defaultGoal}
            placeholder={said.noDefault}
            data={distinct(choices)}
            clearable
            clearButtonProps={{ 'aria-label': said.clearDefault }}
            {...form.getInputProps('defaultGoal.goalId')}
            value={defaultGoal.goalId || null}
            onChange={(id) => form.setFieldValue('defaultGoal.goalId', id ?? '')}
          />
        </Linted>
        {chosen && (
          <Linted path="goals.defaultGoal.unless">
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
              <Select
                label={said.unless}
                data={conditionKinds.map((value) => ({ value, label: said.conditions[value] }))}
                allowDeselect={false}
                {...form.getInputProps('defaultGoal.unless.kind')}
                onChange={(next) =>
                  form.setFieldValue('defaultGoal.unless', {
                    kind: next as typeof kind,
                    key: '',
                    value: next === 'consent' ? 'granted' : '',
                  })
                }
              />
              <ConditionValue form={form} kind={kind} />
            </SimpleGrid>
          </Linted>
        )}
        {chosen && kind !== 'always' && (
          <Linted path="goals.defaultGoal.then">
            <Select
              label={said.instead}
              description={said.insteadHelp}
              data={distinct(choices)}
              clearable
              clearButtonProps={{ 'aria-label': said.clearInstead }}
              {...form.getInputProps('defaultGoal.instead')}
              value={defaultGoal.instead || null}
              onChange={(id) => form.setFieldValue('defaultGoal.instead', id ?? '')}
            />
          </Linted>
        )}
      </Stack>
    </Fieldset>
  )
}

/** Two goals of one id are a fault that is told elsewhere, and one that no list of choices survives. */
function distinct<Choice extends { value: string }>(choices: readonly Choice[]): Choice[] {
  return [...new Map(choices.map((choice) => [choice.value, choice])).values()]
}

function ConditionValue({ form, kind }: { form: Editor<GoalsForm>['form']; kind: string }) {
  const value = form.getInputProps('defaultGoal.unless.value')
  if (kind === 'consent') {
    const data = consents.map((one) => ({ value: one, label: said.consents[one] }))
    return <Select label={said.consent} data={data} allowDeselect={false} {...value} />
  }
  if (kind === 'status') return <TextInput label={said.status} {...value} />
  if (kind === 'fieldIs' || kind === 'fieldExists') {
    return (
      <>
        <FieldKey form={form} />
        {kind === 'fieldIs' && <TextInput label={said.value} {...value} />}
      </>
    )
  }
  return null
}

function FieldKey({ form }: { form: Editor<GoalsForm>['form'] }) {
  const agent = useAgent()
  const { data } = useQuery({
    queryKey: agent.key('people-fields'),
    queryFn: ({ signal }) => agent.api.get('/people-fields', { signal }),
  })
  const keys = data?.data.map(({ key }) => key) ?? []
  return <Autocomplete label={said.field} data={keys} {...form.getInputProps('defaultGoal.unless.key')} />
}
