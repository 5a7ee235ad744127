import { Button, Group, Stack } from '@mantine/core'
import { IconFlag, IconPlus } from '@tabler/icons-react'
import { strings } from '#i18n/agent.ts'
import { EmptyState } from '../../../components/PageStates.tsx'
import { useListItems } from '../../../components/section/EntryCard.tsx'
import { ExactFindings, entryIndexOf, SectionFrame, useFindingPath } from '../../../components/section/SectionFrame.tsx'
import { useAgentSection } from '../../../components/section/useAgentSection.ts'
import { DefaultGoal } from './DefaultGoal.tsx'
import { GoalCard } from './GoalCard.tsx'
import {
  blankGoal,
  type GoalForm,
  type GoalsForm,
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
