import { Badge, Button, Group, Select, Stack, Switch, TagsInput, Textarea, TextInput } from '@mantine/core'
import { IconForms, IconLock, IconPlus } from '@tabler/icons-react'
import { words } from '#words/setup.ts'
import { EmptyState } from '../../../parts/EmptyState.tsx'
import type { Editor } from '../../../parts/editor/useEditor.ts'
import { EntryCard } from '../../../parts/section/EntryCard.tsx'
import { PartFrame } from '../../../parts/section/PartFrame.tsx'
import { type Items, useItems } from '../../../parts/section/useItems.ts'
import { usePart } from '../../../parts/section/usePart.ts'
import { blankField, type FieldForm, type FieldsForm, fieldTypes, sentFields, shownFields } from './form.ts'

const { peopleFields: said } = words
const noSections = () => ({})

/** What is known of people beyond their name and address. */
export function PeopleFieldsPart() {
  const part = usePart({ path: '/people-fields', shown: shownFields, sent: sentFields, sections: noSections })
  const { form, readOnly, ready } = part.editor
  const fields = ready ? form.values.fields : []
  const items = useItems<FieldsForm, FieldForm>(form, 'fields', fields.length)
  const add = (
    <Button
      variant={fields.length === 0 ? 'filled' : 'default'}
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => items.add(blankField)}
    >
      {said.add}
    </Button>
  )
  return (
    <PartFrame part={part} section="people-fields" title={words.tabs.peopleFields} lead={said.lead}>
      <Stack maw={720}>
        {ready && fields.length === 0 && (
          <EmptyState icon={IconForms} title={said.none} text={said.noneText} action={readOnly ? undefined : add} />
        )}
        {fields.map((_, at) => (
          <FieldCard key={items.keys[at]} editor={part.editor} at={at} items={items} />
        ))}
        {fields.length > 0 && !readOnly && <Group>{add}</Group>}
      </Stack>
    </PartFrame>
  )
}

type Given = { editor: Editor<FieldsForm>; at: number; items: Items<FieldForm> }

function FieldCard({ editor: { form, readOnly }, at, items }: Given) {
  const field = form.values.fields[at]
  if (!field) return null
  return (
    <EntryCard
      name={field.label || field.key || said.unnamed}
      summary={`${field.key} · ${said.types[field.type]}`}
      badges={field.locked && <Locked />}
      at={at}
      items={items as Items<never>}
      path={`fields[${at}]`}
      open={items.isNew(items.keys[at] ?? '')}
      readOnly={readOnly}
    >
      <TextInput label={said.key} description={said.keyHelp} {...form.getInputProps(`fields.${at}.key`)} />
      <TextInput label={said.label} description={said.labelHelp} {...form.getInputProps(`fields.${at}.label`)} />
      <Select
        label={said.type}
        data={fieldTypes.map((type) => ({ value: type, label: said.types[type] }))}
        allowDeselect={false}
        {...form.getInputProps(`fields.${at}.type`)}
      />
      {field.type === 'enum' && (
        <TagsInput
          label={said.options}
          description={said.optionsHelp}
          {...form.getInputProps(`fields.${at}.options`)}
        />
      )}
      <Textarea label={said.description} autosize minRows={1} {...form.getInputProps(`fields.${at}.description`)} />
      <Switch
        label={said.locked}
        description={said.lockedHelp}
        {...form.getInputProps(`fields.${at}.locked`, { type: 'checkbox' })}
      />
    </EntryCard>
  )
}

function Locked() {
  return (
    <Badge variant="default" size="sm" tt="none" leftSection={<IconLock size={12} aria-hidden />}>
      {said.isLocked}
    </Badge>
  )
}
