import { ColorInput, Select, Stack, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { words } from '#words/channels.ts'
import { PasswordField } from '../../../parts/PasswordField.tsx'
import type { FormField } from '../data.ts'
import type { Values } from './form-values.ts'

type Given = { fields: readonly FormField[]; form: UseFormReturnType<Values> }

/** The fields of a form of the catalog, each as its type wants it. */
export function CatalogFields({ fields, form }: Given) {
  return (
    <Stack>
      {fields.map((field) => (
        <CatalogField key={field.key} field={field} form={form} />
      ))}
    </Stack>
  )
}

function CatalogField({ field, form }: { field: FormField; form: Given['form'] }) {
  const { key, label, type, required, help, maxLength } = field
  const props = { label, description: help, required, ...form.getInputProps(key) }
  if (type === 'text') return <Textarea {...props} autosize minRows={2} maxLength={maxLength} />
  if (type === 'color') return <ColorInput {...props} format="hex" withEyeDropper={false} />
  if (type === 'select')
    return <Select {...props} value={props.value || null} data={field.options ?? []} allowDeselect={!required} />
  if (type === 'secret')
    return (
      <PasswordField
        {...props}
        description={[help, words.setup.secretHelp].filter(Boolean).join(' ')}
        autoComplete="new-password"
        spellCheck={false}
      />
    )
  return <TextInput {...props} maxLength={maxLength} autoComplete="off" inputMode={modes[type]} />
}

const modes: Partial<Record<FormField['type'], 'url' | 'email' | 'tel'>> = { url: 'url', email: 'email', phone: 'tel' }
