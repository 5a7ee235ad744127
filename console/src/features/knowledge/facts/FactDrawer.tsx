import { MultiSelect, Stack, Switch, TagsInput, Text, Textarea, TextInput } from '@mantine/core'
import { strings } from '#i18n/knowledge.ts'
import { useLint } from '../../../api/lint.ts'
import type { Editor } from '../../../components/editor/useEditor.ts'
import { Findings } from '../../../components/Findings.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { ItemDrawer } from '../ItemDrawer.tsx'
import { createId, useItemEditor } from '../sections/item-editing.ts'
import type { AgentFact } from '../sections/knowledge-section.ts'
import { useSection } from '../sections/useSection.ts'
import { type FactForm, toFact, toFactForm } from './fact-form.ts'
import { usePlaybookOptions } from './usePlaybookOptions.ts'

const { facts: texts } = strings
type Props = { id: string | undefined; onClose: () => void; onDelete: (fact: AgentFact) => void }

export function FactDrawer({ id, onClose, onDelete }: Props) {
  const facts = useSection('facts')
  const usedIds = new Set(facts.items?.map((fact) => fact.id))
  const editor = useItemEditor<'facts', FactForm>({
    section: 'facts',
    id,
    formOf: toFactForm,
    itemOf: (form, before) => toFact({ ...form, id: form.id || createId(form.question, usedIds) }, before),
    onSaved: onClose,
  })
  const at = facts.items?.findIndex((one) => one.id === id) ?? -1
  const fact = facts.items?.[at]
  return (
    <ItemDrawer
      title={fact?.question ?? texts.newTitle}
      editor={editor}
      isNew={id === undefined}
      onClose={onClose}
      onDelete={fact && (() => onDelete(fact))}
    >
      {editor.ready && <Fields editor={editor} isNew={id === undefined} at={at} />}
      {fact && (
        <Text size="sm" className="quiet" mt="md">
          {fact.source && `${texts.source(fact.source)} · `}
          {texts.updated} <Timestamp at={fact.updatedAt} />
        </Text>
      )}
    </ItemDrawer>
  )
}

function Fields({ editor: { form }, isNew, at }: { editor: Editor<FactForm>; isNew: boolean; at: number }) {
  const playbooks = usePlaybookOptions()
  const findings = useLint()
  const checked = (field: string) => form.getInputProps(field, { type: 'checkbox' })
  const beside = (field: string) =>
    at < 0 ? null : <Findings findings={findings} path={`capabilities.knowledge.facts[${at}].${field}`} />
  return (
    <Stack>
      <TextInput
        label={texts.question}
        description={texts.questionHelp}
        required
        data-autofocus
        {...form.getInputProps('question')}
      />
      {beside('question')}
      <Textarea
        label={texts.answer}
        description={texts.answerHelp}
        required
        autosize
        minRows={3}
        {...form.getInputProps('answer')}
      />
      {beside('answer')}
      <TagsInput
        label={texts.alternates}
        description={texts.alternatesHelp}
        maxTags={10}
        {...form.getInputProps('alternates')}
      />
      <MultiSelect
        label={texts.scope}
        description={texts.scopeHelp}
        data={playbooks}
        searchable
        {...form.getInputProps('playbookIds')}
      />
      <Switch label={texts.exact} description={texts.exactHelp} {...checked('exact')} />
      <Switch label={texts.alwaysOn} description={texts.alwaysOnHelp} {...checked('alwaysOn')} />
      <Switch label={texts.enabled} description={texts.enabledHelp} {...checked('enabled')} />
      <Switch label={texts.confirmed} description={texts.confirmedHelp} {...checked('confirmed')} />
      <TextInput
        label={strings.drawer.id}
        description={isNew ? strings.drawer.idHelp : undefined}
        readOnly={!isNew}
        {...form.getInputProps('id')}
      />
    </Stack>
  )
}
