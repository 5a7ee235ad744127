import { ColorInput, Select, Stack, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { strings } from '#i18n/channels.ts'
import { PasswordField } from '../../../components/PasswordField.tsx'
import type { ChannelFormField } from '../data.ts'
import type { SetupFormValues } from './form-values.ts'

type Props = { fields: readonly ChannelFormField[]; form: UseFormReturnType<SetupFormValues> }

/** Form fields from the catalog, each rendered by its type. */
export function CatalogFields({ fields, form }: Props) {
  return (
    <Stack>
      {fields.map((field) => (
        <CatalogField key={field.key} field={field} form={form} />
      ))}
    </Stack>
  )
}

function CatalogField({ field, form }: { field: ChannelFormField; form: Props['form'] }) {
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
        description={[help, strings.setup.secretHelp].filter(Boolean).join(' ')}
        autoComplete="new-password"
        spellCheck={false}
      />
    )
  return <TextInput {...props} maxLength={maxLength} autoComplete="off" inputMode={modes[type]} />
}

const modes: Partial<Record<ChannelFormField['type'], 'url' | 'email' | 'tel'>> = {
  url: 'url',
  email: 'email',
  phone: 'tel',
}
