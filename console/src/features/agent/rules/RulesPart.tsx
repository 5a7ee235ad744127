import { Button, Group, Skeleton, Stack } from '@mantine/core'
import { IconPlus, IconRuler2 } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { strings } from '#i18n/agent.ts'
import { EmptyState } from '../../../components/PageStates.tsx'
import { useListItems } from '../../../components/section/EntryCard.tsx'
import { ExactFindings, entryIndexOf, SectionFrame, useFindingPath } from '../../../components/section/SectionFrame.tsx'
import { useAgentSection } from '../../../components/section/useAgentSection.ts'
import { RuleCard } from './RuleCard.tsx'
import { blankRule, type RuleForm, type RulesForm, ruleField, toRulesBody, toRulesForm } from './rules-form.ts'

const TryText = lazy(() => import('./RuleTester.tsx'))
const { rules: texts } = strings
const most = 50
const mostOpen = 2

export function RulesPart() {
  const part = useAgentSection({
    path: '/rules',
    toForm: toRulesForm,
    toBody: toRulesBody,
    sections: toRulesBody,
    toFormField: ruleField,
  })
  const { form, readOnly, ready } = part.editor
  const rules = ready ? form.values.rules : []
  const items = useListItems<RulesForm, RuleForm>(form, 'rules', rules.length)
  const sought = entryIndexOf(useFindingPath(), 'rules')
  const add = (
    <Button
      variant={rules.length === 0 ? 'filled' : 'default'}
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => items.add(blankRule)}
    >
      {texts.add}
    </Button>
  )
  return (
    <SectionFrame
      part={part}
      section="document"
      title={strings.parts.rules}
      lead={texts.lead}
      below={
        rules.length > 0 && (
          <Suspense fallback={<Skeleton h={120} />}>
            <TryText rules={rules} />
          </Suspense>
        )
      }
    >
      <Stack>
        <ExactFindings path="rules" />
        {ready && rules.length === 0 && (
          <EmptyState icon={IconRuler2} title={texts.none} text={texts.noneText} action={readOnly ? undefined : add} />
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
    </SectionFrame>
  )
}
