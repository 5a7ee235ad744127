import { Badge, Input, SegmentedControl, Switch, Textarea, TextInput } from '@mantine/core'
import { strings } from '#i18n/agent.ts'
import type { Editor } from '../../../components/editor/useEditor.ts'
import { EntryCard, type ListItems } from '../../../components/section/EntryCard.tsx'
import { ExactFindings, LintedField } from '../../../components/section/SectionFrame.tsx'

import { buildNameFieldProps } from '../fields/name-field.ts'
import { TextList } from '../fields/TextFields.tsx'
import type { RulesForm } from './rules-form.ts'

const { rules: texts } = strings
const mostPatterns = 20
const longestPattern = 200

type Props = { editor: Editor<RulesForm>; at: number; items: ListItems<never>; open: boolean }

export function RuleCard({ editor: { form, readOnly, saved }, at, items, open }: Props) {
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
