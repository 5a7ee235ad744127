import { Button, Group, Stack } from '@mantine/core'
import { IconFlag, IconPlus } from '@tabler/icons-react'
import { words } from '#words/agent.ts'
import { EmptyState } from '../../../parts/EmptyState.tsx'
import { entryAt } from '../../../parts/section/jump.ts'
import { LintedAlone, PartFrame } from '../../../parts/section/PartFrame.tsx'
import { useItems } from '../../../parts/section/useItems.ts'
import { useAt } from '../../../parts/section/useJump.ts'
import { usePart } from '../../../parts/section/usePart.ts'
import { DefaultGoal } from './DefaultGoal.tsx'
import { blankGoal, type GoalForm, type GoalsForm, goalField, goalSections, sentGoals, shownGoals } from './form.ts'
import { GoalCard } from './GoalCard.tsx'

const { goals: said } = words
const most = 20
const mostOpen = 2

export function GoalsPart() {
  const part = usePart({
    path: '/goals',
    shown: shownGoals,
    sent: sentGoals,
    sections: goalSections,
    fieldOf: goalField,
  })
  const { form, readOnly, ready } = part.editor
  const goals = ready ? form.values.goals : []
  const items = useItems<GoalsForm, GoalForm>(form, 'goals', goals.length)
  const sought = entryAt(useAt(), 'goals.goals')
  const add = (
    <Button
      variant={goals.length === 0 ? 'filled' : 'default'}
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => items.add(blankGoal)}
    >
      {said.add}
    </Button>
  )
  return (
    <PartFrame part={part} section="goals" title={words.parts.goals} lead={said.lead}>
      <Stack>
        <LintedAlone path="goals" />
        {goals.length === 0 && (
          <EmptyState icon={IconFlag} title={said.none} text={said.noneText} action={readOnly ? undefined : add} />
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
    </PartFrame>
  )
}
