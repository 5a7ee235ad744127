import { Badge, Button, Group, Select, Stack, Switch, TagsInput, Textarea, TextInput } from '@mantine/core'
import { peopleFieldTypes } from '@parley/definition/vocabulary'
import type { Schema } from '@parley/sdk'
import { IconForms, IconLock, IconPlus } from '@tabler/icons-react'
import { strings } from '#i18n/setup.ts'
import type { Editor } from '../../../components/editor/useEditor.ts'
import { EmptyState } from '../../../components/PageStates.tsx'
import { EntryCard, type ListItems, useListItems } from '../../../components/section/EntryCard.tsx'
import { SectionFrame } from '../../../components/section/SectionFrame.tsx'
import { useAgentSection } from '../../../components/section/useAgentSection.ts'

type Field = Schema<'PeopleField'>
type PeopleFieldForm = {
  key: string
  label: string
  type: Field['type']
  options: string[]
  locked: boolean
  description: string
}
type PeopleFieldsForm = { fields: PeopleFieldForm[] }

const blankPeopleField: PeopleFieldForm = {
  key: '',
  label: '',
  type: 'string',
  options: [],
  locked: false,
  description: '',
}

const toPeopleFieldsForm = ({ data }: { data: Field[] }): PeopleFieldsForm => ({
  fields: data.map((field) => ({ ...blankPeopleField, ...field })),
})

const toPeopleFieldsBody = ({ fields }: PeopleFieldsForm): { fields: Field[] } => ({
  fields: fields.map(({ key, label, type, options, locked, description }) => ({
    key,
    type,
    ...(label && { label }),
    ...(type === 'enum' && { options }),
    ...(locked && { locked }),
    ...(description && { description }),
  })),
})

const { peopleFields: texts } = strings
const noSections = () => ({})

export function PeopleFieldsPart() {
  const part = useAgentSection({
    path: '/people-fields',
    toForm: toPeopleFieldsForm,
    toBody: toPeopleFieldsBody,
    sections: noSections,
  })
  const { form, readOnly, ready } = part.editor
  const fields = ready ? form.values.fields : []
  const items = useListItems<PeopleFieldsForm, PeopleFieldForm>(form, 'fields', fields.length)
  const add = (
    <Button
      variant={fields.length === 0 ? 'filled' : 'default'}
      leftSection={<IconPlus size={16} aria-hidden />}
      onClick={() => items.add(blankPeopleField)}
    >
      {texts.add}
    </Button>
  )
  return (
    <SectionFrame part={part} section="people-fields" title={strings.tabs.peopleFields} lead={texts.lead}>
      <Stack maw={720}>
        {ready && fields.length === 0 && (
          <EmptyState icon={IconForms} title={texts.none} text={texts.noneText} action={readOnly ? undefined : add} />
        )}
        {fields.map((_, at) => (
          <FieldCard key={items.keys[at]} editor={part.editor} at={at} items={items} />
        ))}
        {fields.length > 0 && !readOnly && <Group>{add}</Group>}
      </Stack>
    </SectionFrame>
  )
}

type PeopleFieldsPartProps = { editor: Editor<PeopleFieldsForm>; at: number; items: ListItems<PeopleFieldForm> }

function FieldCard({ editor: { form, readOnly }, at, items }: PeopleFieldsPartProps) {
  const field = form.values.fields[at]
  if (!field) return null
  return (
    <EntryCard
      name={field.label || field.key || texts.unnamed}
      summary={`${field.key} · ${texts.types[field.type]}`}
      badges={field.locked && <Locked />}
      at={at}
      items={items as ListItems<never>}
      path={`fields[${at}]`}
      open={items.isNew(items.keys[at] ?? '')}
      readOnly={readOnly}
    >
      <TextInput label={texts.key} description={texts.keyHelp} {...form.getInputProps(`fields.${at}.key`)} />
      <TextInput label={texts.label} description={texts.labelHelp} {...form.getInputProps(`fields.${at}.label`)} />
      <Select
        label={texts.type}
        data={peopleFieldTypes.map((type) => ({ value: type, label: texts.types[type] }))}
        allowDeselect={false}
        {...form.getInputProps(`fields.${at}.type`)}
      />
      {field.type === 'enum' && (
        <TagsInput
          label={texts.options}
          description={texts.optionsHelp}
          {...form.getInputProps(`fields.${at}.options`)}
        />
      )}
      <Textarea label={texts.description} autosize minRows={1} {...form.getInputProps(`fields.${at}.description`)} />
      <Switch
        label={texts.locked}
        description={texts.lockedHelp}
        {...form.getInputProps(`fields.${at}.locked`, { type: 'checkbox' })}
      />
    </EntryCard>
  )
}

function Locked() {
  return (
    <Badge variant="default" size="sm" tt="none" leftSection={<IconLock size={12} aria-hidden />}>
      {texts.isLocked}
    </Badge>
  )
}
