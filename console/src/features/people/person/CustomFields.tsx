import { Button, Group, Select, SimpleGrid, Stack, Text, TextInput, Title } from '@mantine/core'
import { DateInput } from '@mantine/dates'
import type { Schema } from '@parley/sdk'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { language } from '#i18n/language.ts'
import { strings } from '#i18n/people.ts'
import type { Editor } from '../../../components/editor/useEditor.ts'
import { isFieldKey } from '../import/mapping.ts'
import { lockedFieldProps } from './locked.tsx'
import { isBuiltInField, type ProfileForm } from './profile-form.ts'

type Field = Schema<'PeopleField'>
type Props = { editor: Editor<ProfileForm>; fields: readonly Field[] }
const { profile } = strings

/** Declared fields by their type, then the person's other fields. */
export function CustomFields({ editor, fields }: Props) {
  const values = editor.form.getValues().customFields
  const declared = fields.filter(({ key }) => !isBuiltInField(key))
  const known = new Set(declared.map(({ key }) => key))
  const others = Object.keys(values).filter((key) => !known.has(key))
  return (
    <Stack gap="sm">
      <Title order={2} size="h5">
        {profile.custom}
      </Title>
      {declared.length + others.length === 0 && (
        <Text size="sm" className="quiet">
          {profile.customNone}
        </Text>
      )}
      <SimpleGrid cols={{ base: 1, sm: 2 }}>
        {declared.map((field) => (
          <TypedField key={field.key} editor={editor} field={field} fields={fields} />
        ))}
        {others.map((key) => (
          <TextInput
            key={key}
            label={key}
            description={profile.undeclared}
            readOnly={editor.readOnly}
            {...inputOf(editor, key)}
          />
        ))}
      </SimpleGrid>
      {!editor.readOnly && <AddField editor={editor} usedKeys={[...known, ...others]} />}
    </Stack>
  )
}

function inputOf({ form }: Editor<ProfileForm>, key: string) {
  const path = `customFields.${key}`
  return { ...form.getInputProps(path), value: form.getValues().customFields[key] ?? '' }
}

function TypedField({
  editor,
  field,
  fields,
}: {
  editor: Editor<ProfileForm>
  field: Field
  fields: readonly Field[]
}) {
  const { key, label = key, type, description, options = [] } = field
  const { value, error } = inputOf(editor, key)
  const shared = { label, description, error, ...lockedFieldProps(fields, key) }
  const write = (next: string | null) => editor.form.setFieldValue(`customFields.${key}`, next ?? '')
  if (type === 'date' && /^(\d{4}-\d{2}-\d{2})?$/.test(value)) {
    const clearable = !editor.readOnly
    return (
      <DateInput
        locale={language}
        {...shared}
        valueFormat="YYYY-MM-DD"
        clearable={clearable}
        value={value || null}
        onChange={write}
      />
    )
  }
  if (type === 'enum' || type === 'boolean') {
    const yesNo = [
      { value: 'true', label: profile.yes },
      { value: 'false', label: profile.no },
    ]
    const known = type === 'boolean' ? yesNo : options.map((one) => ({ value: one, label: one }))
    const data = known.some((one) => one.value === value) || value === '' ? known : [...known, { value, label: value }]
    return (
      <Select
        {...shared}
        data={data}
        placeholder={profile.notSet}
        clearable={!editor.readOnly}
        value={value || null}
        onChange={write}
      />
    )
  }
  return (
    <TextInput
      {...shared}
      inputMode={type === 'number' ? 'decimal' : undefined}
      readOnly={editor.readOnly}
      value={value}
      onChange={(event) => write(event.currentTarget.value)}
    />
  )
}

function AddField({ editor, usedKeys }: { editor: Editor<ProfileForm>; usedKeys: readonly string[] }) {
  const [key, setKey] = useState('')
  const [error, setError] = useState<string>()
  const add = () => {
    const problem = usedKeys.includes(key) ? profile.keyExists : isFieldKey(key) ? undefined : profile.keyInvalid
    setError(problem)
    if (problem) return
    editor.form.setFieldValue(`customFields.${key}`, '')
    setKey('')
  }
  return (
    <Group align="flex-end">
      <TextInput
        label={profile.newKey}
        description={profile.newKeyHint}
        error={error}
        value={key}
        onChange={(event) => setKey(event.currentTarget.value)}
      />
      <Button variant="default" leftSection={<IconPlus size={16} aria-hidden />} disabled={key === ''} onClick={add}>
        {profile.addField}
      </Button>
    </Group>
  )
}
