import {
  Badge,
  Button,
  Group,
  Input,
  SegmentedControl,
  Skeleton,
  Stack,
  Switch,
  Textarea,
  TextInput,
} from '@mantine/core'
import { IconPlus, IconRuler2 } from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import { strings } from '#i18n/agent.ts'
import type { Editor } from '../../../components/editor/useEditor.ts'
import { EmptyState } from '../../../components/PageStates.tsx'
import { EntryCard, type ListItems, useListItems } from '../../../components/section/EntryCard.tsx'
import {
  ExactFindings,
  entryIndexOf,
  LintedField,
  SectionFrame,
  useFindingPath,
} from '../../../components/section/SectionFrame.tsx'
import { useAgentSection } from '../../../components/section/useAgentSection.ts'
import { buildNameFieldProps } from '../fields/name-field.ts'
import { TextList } from '../fields/TextFields.tsx'
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

const mostPatterns = 20
const longestPattern = 200

type Props = { editor: Editor<RulesForm>; at: number; items: ListItems<never>; open: boolean }

function RuleCard({ editor: { form, readOnly, saved }, at, items, open }: Props) {
  const { rules } = form.values
  const rule = rules[at]
  if (!rule) return null
  const path = `rules[${at}]`
  const naming = {
    form,
    path: 'rules',
    entries: rules,
    saved: saved?.rules ?? [],
    fallback: 'rule',
    from: 'text' as const,
  }
  return (
    <EntryCard
      name={rule.text || texts.unnamed}
      summary={rule.patterns.join(' · ')}
      badges={
        !rule.enabled && (
          <Badge variant="default" size="sm" tt="none">
            {texts.off}
          </Badge>
        )
      }
      {...{ at, items, path, open, readOnly }}
    >
      <ExactFindings path={path} />
      <LintedField path={`${path}.text`}>
        <Textarea
          label={texts.text}
          description={texts.textHelp}
          autosize
          minRows={1}
          autoFocus={items.isNew(items.keys[at] ?? '')}
          {...buildNameFieldProps(naming, at)}
        />
      </LintedField>
      <TextList
        form={form}
        path={`rules.${at}.patterns`}
        documentPath={`${path}.check.patterns`}
        label={texts.patterns}
        description={texts.patternsHelp}
        entryName={texts.pattern}
        add={texts.addPattern}
        values={rule.patterns}
        most={mostPatterns}
        longest={longestPattern}
        readOnly={readOnly}
      />
      <ExactFindings path={`${path}.check.patterns`} />
      <Input.Wrapper label={texts.onMatch} description={texts.onMatchHelp} labelElement="div">
        <div>
          <SegmentedControl
            mt={4}
            aria-label={texts.onMatch}
            disabled={readOnly}
            data={[
              { value: 'retry', label: texts.retry },
              { value: 'block', label: texts.block },
            ]}
            {...form.getInputProps(`rules.${at}.onMatch`)}
          />
        </div>
      </Input.Wrapper>
      <LintedField path={`${path}.replacement`}>
        <Textarea
          label={texts.replacement}
          description={texts.replacementHelp}
          autosize
          minRows={1}
          {...form.getInputProps(`rules.${at}.replacement`)}
        />
      </LintedField>
      <LintedField path={`${path}.id`}>
        <TextInput label={texts.id} description={texts.idHelp} {...form.getInputProps(`rules.${at}.id`)} />
      </LintedField>
      <Switch label={texts.enabled} {...form.getInputProps(`rules.${at}.enabled`, { type: 'checkbox' })} />
    </EntryCard>
  )
}
