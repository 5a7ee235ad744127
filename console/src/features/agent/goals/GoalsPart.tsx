import { Autocomplete, Button, Fieldset, Group, Select, SimpleGrid, Stack, Text, TextInput } from '@mantine/core'
import { consentStatuses } from '@parley/definition/vocabulary'
import { IconFlag, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { strings } from '#i18n/agent.ts'
import { useAgent } from '../../../app/current-org.ts'
import type { Editor } from '../../../components/editor/useEditor.ts'
import { EmptyState } from '../../../components/PageStates.tsx'
import { useListItems } from '../../../components/section/EntryCard.tsx'
import {
  ExactFindings,
  entryIndexOf,
  LintedField,
  SectionFrame,
  useFindingPath,
} from '../../../components/section/SectionFrame.tsx'
import { useAgentSection } from '../../../components/section/useAgentSection.ts'
import { GoalCard } from './GoalCard.tsx'
import {
  blankGoal,
  type GoalForm,
  type GoalsForm,
  goalConditionKinds,
  goalField,
  goalSections,
  toGoalsBody,
  toGoalsForm,
} from './goals-form.ts'

const { goals: texts } = strings
const most = 20
const mostOpen = 2

export function GoalsPart() {
  const part = useAgentSection({
    path: '/goals',
    toForm: toGoalsForm,
    toBody: toGoalsBody,
    sections: goalSections,
    toFormField: goalField,
  })
  const { form, readOnly, ready } = part.editor
  const goals = ready ? form.values.goals : []
  const items = useListItems<GoalsForm, GoalForm>(form, 'goals', goals.length)
  const sought = entryIndexOf(useFindingPath(), 'goals.goals')
  const add = (
    <Button
      variant={goals.length === 0 ? 'filled' : 'default'}
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => items.add(blankGoal)}
    >
      {texts.add}
    </Button>
  )
  return (
    <SectionFrame part={part} section="goals" title={strings.parts.goals} lead={texts.lead}>
      <Stack>
        <ExactFindings path="goals" />
        {goals.length === 0 && (
          <EmptyState icon={IconFlag} title={texts.none} text={texts.noneText} action={readOnly ? undefined : add} />
        )}
        {goals.map((goal, at) => (
          <GoalCard
            key={items.keys[at]}
            editor={part.editor}
            at={at}
            items={items}
            open={goals.length <= mostOpen || sought === at || items.isNew(items.keys[at] ?? '')}
            isDefault={form.values.defaultGoal.goalId === goal.id && goal.id !== ''}
          />
        ))}
        {goals.length > 0 && !readOnly && goals.length < most && <Group>{add}</Group>}
        {goals.length > 0 && <DefaultGoal editor={part.editor} />}
      </Stack>
    </SectionFrame>
  )
}

/** The Goal of conversations that have no Goal of their own, and the condition under which another applies. */
function DefaultGoal({ editor: { form } }: { editor: Editor<GoalsForm> }) {
  const { goals, defaultGoal } = form.values
  const choices = goals.filter(({ id }) => id !== '').map(({ id, name }) => ({ value: id, label: name || id }))
  const chosen = defaultGoal.goalId !== ''
  const { kind } = defaultGoal.unless
  return (
    <Fieldset legend={texts.defaultGoal}>
      <Stack gap="sm">
        <Text size="sm" className="quiet">
          {texts.defaultGoalHelp}
        </Text>
        <LintedField path="goals.defaultGoal.goalId">
          <Select
            label={texts.defaultGoal}
            placeholder={texts.noDefault}
            data={distinct(choices)}
            clearable
            clearButtonProps={{ 'aria-label': texts.clearDefault }}
            {...form.getInputProps('defaultGoal.goalId')}
            value={defaultGoal.goalId || null}
            onChange={(id) => form.setFieldValue('defaultGoal.goalId', id ?? '')}
          />
        </LintedField>
        {chosen && (
          <LintedField path="goals.defaultGoal.unless">
            <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
              <Select
                label={texts.unless}
                data={goalConditionKinds.map((value) => ({ value, label: texts.conditions[value] }))}
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
          </LintedField>
        )}
        {chosen && kind !== 'always' && (
          <LintedField path="goals.defaultGoal.then">
            <Select
              label={texts.instead}
              description={texts.insteadHelp}
              data={distinct(choices)}
              clearable
              clearButtonProps={{ 'aria-label': texts.clearInstead }}
              {...form.getInputProps('defaultGoal.instead')}
              value={defaultGoal.instead || null}
              onChange={(id) => form.setFieldValue('defaultGoal.instead', id ?? '')}
            />
          </LintedField>
        )}
      </Stack>
    </Fieldset>
  )
}

/** The linter reports duplicate Goal ids; a select would crash on them. */
function distinct<Choice extends { value: string }>(choices: readonly Choice[]): Choice[] {
  return [...new Map(choices.map((choice) => [choice.value, choice])).values()]
}

function ConditionValue({ form, kind }: { form: Editor<GoalsForm>['form']; kind: string }) {
  const value = form.getInputProps('defaultGoal.unless.value')
  if (kind === 'consent') {
    const data = consentStatuses.map((one) => ({ value: one, label: texts.consents[one] }))
    return <Select label={texts.consent} data={data} allowDeselect={false} {...value} />
  }
  if (kind === 'status') return <TextInput label={texts.status} {...value} />
  if (kind === 'fieldIs' || kind === 'fieldExists') {
    return (
      <>
        <FieldKey form={form} />
        {kind === 'fieldIs' && <TextInput label={texts.value} {...value} />}
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
  return <Autocomplete label={texts.field} data={keys} {...form.getInputProps('defaultGoal.unless.key')} />
}
