import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { IconPlus, IconRuler2 } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { words } from '#words/agent.ts'
import { EmptyState } from '../../../parts/EmptyState.tsx'
import { entryAt } from '../../../parts/section/jump.ts'
import { LintedAlone, PartFrame } from '../../../parts/section/PartFrame.tsx'
import { useItems } from '../../../parts/section/useItems.ts'
import { useAt } from '../../../parts/section/useJump.ts'
import { usePart } from '../../../parts/section/usePart.ts'
import { blankRule, type RuleForm, type RulesForm, ruleField, sentRules, shownRules } from './form.ts'
import { RuleCard } from './RuleCard.tsx'

const TryText = lazy(() => import('./TryText.tsx'))
const { rules: said } = words
const most = 50
const mostOpen = 2

export function RulesPart() {
  const part = usePart({ path: '/rules', shown: shownRules, sent: sentRules, sections: sentRules, fieldOf: ruleField })
  const { form, readOnly, ready } = part.editor
  const rules = ready ? form.values.rules : []
  const items = useItems<RulesForm, RuleForm>(form, 'rules', rules.length)
  const sought = entryAt(useAt(), 'rules')
  const add = (
    <Button
      variant={rules.length === 0 ? 'filled' : 'default'}
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => items.add(blankRule)}
    >
      {said.add}
    </Button>
  )
  return (
    <PartFrame
      part={part}
      section="document"
      title={words.parts.rules}
      lead={said.lead}
      below={
        rules.length > 0 && (
          <Suspense fallback={<Skeleton h={120} />}>
            <TryText rules={rules} />
          </Suspense>
        )
      }
    >
      <Stack>
        <LintedAlone path="rules" />
        {ready && rules.length === 0 && (
          <EmptyState icon={IconRuler2} title={said.none} text={said.noneText} action={readOnly ? undefined : add} />
        )}
        {rules.map((_, at) => (
          <RuleCard
            key={items.keys[at]}
            editor={part.editor}
            at={at}
            items={items}
            open={rules.length <= mostOpen || sought === at || items.isNew(items.keys[at] ?? '')}
          />
        ))}
        {!readOnly && rules.length > 0 && rules.length < most && <Group>{add}</Group>}
      </Stack>
    </PartFrame>
  )
}
