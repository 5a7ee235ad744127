import { MultiSelect, Stack, Switch, TagsInput, Text, Textarea, TextInput } from '@mantine/core'
import { words } from '#words/knowledge.ts'
import { useLint } from '../../../api/lint.ts'
import type { Editor } from '../../../parts/editor/useEditor.ts'
import { Findings } from '../../../parts/Findings.tsx'
import { When } from '../../../parts/When.tsx'
import { ItemDrawer } from '../ItemDrawer.tsx'
import type { Fact } from '../sections/section.ts'
import { newIdOf } from '../sections/slug.ts'
import { useItemEditor } from '../sections/useItemEditor.ts'
import { useSection } from '../sections/useSection.ts'
import { type FactForm, factFormOf, factOf } from './fact-form.ts'
import { usePlaybooks } from './usePlaybooks.ts'

const { facts: w } = words
type Given = { id: string | undefined; onClose: () => void; onDelete: (fact: Fact) => void }

export function FactDrawer({ id, onClose, onDelete }: Given) {
  const facts = useSection('facts')
  const taken = new Set(facts.items?.map((fact) => fact.id))
  const editor = useItemEditor<'facts', FactForm>({
    section: 'facts',
    id,
    formOf: factFormOf,
    itemOf: (form, before) => factOf({ ...form, id: form.id || newIdOf(form.question, taken) }, before),
    after: onClose,
  })
  const at = facts.items?.findIndex((one) => one.id === id) ?? -1
  const fact = facts.items?.[at]
  return (
    <ItemDrawer
      title={fact?.question ?? w.newTitle}
      editor={editor}
      isNew={id === undefined}
      onClose={onClose}
      onDelete={fact && (() => onDelete(fact))}
    >
      {editor.ready && <Fields editor={editor} isNew={id === undefined} at={at} />}
      {fact && (
        <Text size="sm" className="quiet" mt="md">
          {fact.source && `${w.source(fact.source)} · `}
          {w.updated} <When at={fact.updatedAt} />
        </Text>
      )}
    </ItemDrawer>
  )
}

function Fields({ editor: { form }, isNew, at }: { editor: Editor<FactForm>; isNew: boolean; at: number }) {
  const playbooks = usePlaybooks()
  const findings = useLint()
  const checked = (field: string) => form.getInputProps(field, { type: 'checkbox' })
  const beside = (field: string) =>
    at < 0 ? null : <Findings findings={findings} path={`capabilities.knowledge.facts[${at}].${field}`} />
  return (
    <Stack>
      <TextInput
        label={w.question}
        description={w.questionHelp}
        required
        data-autofocus
        {...form.getInputProps('question')}
      />
      {beside('question')}
      <Textarea
        label={w.answer}
        description={w.answerHelp}
        required
        autosize
        minRows={3}
        {...form.getInputProps('answer')}
      />
      {beside('answer')}
      <TagsInput
        label={w.alternates}
        description={w.alternatesHelp}
        maxTags={10}
        {...form.getInputProps('alternates')}
      />
      <MultiSelect
        label={w.scope}
        description={w.scopeHelp}
        data={playbooks}
        searchable
        {...form.getInputProps('playbookIds')}
      />
      <Switch label={w.exact} description={w.exactHelp} {...checked('exact')} />
      <Switch label={w.alwaysOn} description={w.alwaysOnHelp} {...checked('alwaysOn')} />
      <Switch label={w.enabled} description={w.enabledHelp} {...checked('enabled')} />
      <Switch label={w.confirmed} description={w.confirmedHelp} {...checked('confirmed')} />
      <TextInput
        label={words.drawer.id}
        description={isNew ? words.drawer.idHelp : undefined}
        readOnly={!isNew}
        {...form.getInputProps('id')}
      />
    </Stack>
  )
}
