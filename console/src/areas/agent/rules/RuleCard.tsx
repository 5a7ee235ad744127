import { Badge, Input, SegmentedControl, Switch, Textarea, TextInput } from '@mantine/core'
import { words } from '#words/agent.ts'
import type { Editor } from '../../../parts/editor/useEditor.ts'
import { EntryCard } from '../../../parts/section/EntryCard.tsx'
import { Linted, LintedAlone } from '../../../parts/section/PartFrame.tsx'
import type { Items } from '../../../parts/section/useItems.ts'
import { namingOf } from '../fields/naming.ts'
import { TextList } from '../fields/TextList.tsx'
import type { RulesForm } from './form.ts'

const { rules: said } = words
const mostPatterns = 20
const longestPattern = 200

type Given = { editor: Editor<RulesForm>; at: number; items: Items<never>; open: boolean }

export function RuleCard({ editor: { form, readOnly, saved }, at, items, open }: Given) {
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
      name={rule.text || said.unnamed}
      summary={rule.patterns.join(' · ')}
      badges={
        !rule.enabled && (
          <Badge variant="default" size="sm" tt="none">
            {said.off}
          </Badge>
        )
      }
      {...{ at, items, path, open, readOnly }}
    >
      <LintedAlone path={path} />
      <Linted path={`${path}.text`}>
        <Textarea
          label={said.text}
          description={said.textHelp}
          autosize
          minRows={1}
          autoFocus={items.isNew(items.keys[at] ?? '')}
          {...namingOf(naming, at)}
        />
      </Linted>
      <TextList
        form={form}
        path={`rules.${at}.patterns`}
        documentPath={`${path}.check.patterns`}
        label={said.patterns}
        description={said.patternsHelp}
        entryName={said.pattern}
        add={said.addPattern}
        values={rule.patterns}
        most={mostPatterns}
        longest={longestPattern}
        readOnly={readOnly}
      />
      <LintedAlone path={`${path}.check.patterns`} />
      <Input.Wrapper label={said.onMatch} description={said.onMatchHelp} labelElement="div">
        <div>
          <SegmentedControl
            mt={4}
            aria-label={said.onMatch}
            disabled={readOnly}
            data={[
              { value: 'retry', label: said.retry },
              { value: 'block', label: said.block },
            ]}
            {...form.getInputProps(`rules.${at}.onMatch`)}
          />
        </div>
      </Input.Wrapper>
      <Linted path={`${path}.replacement`}>
        <Textarea
          label={said.replacement}
          description={said.replacementHelp}
          autosize
          minRows={1}
          {...form.getInputProps(`rules.${at}.replacement`)}
        />
      </Linted>
      <Linted path={`${path}.id`}>
        <TextInput label={said.id} description={said.idHelp} {...form.getInputProps(`rules.${at}.id`)} />
      </Linted>
      <Switch label={said.enabled} {...form.getInputProps(`rules.${at}.enabled`, { type: 'checkbox' })} />
    </EntryCard>
  )
}
