import { Button, Group } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { strings } from '#i18n/setup.ts'
import { PasswordField } from '../../components/PasswordField.tsx'
import type { SecretForm } from './notifications/notifications-form.ts'

const { secret: texts } = strings

type Props<Form> = {
  form: UseFormReturnType<Form>
  path: string
  value: SecretForm
  label: string
  description?: string
  readOnly: boolean
}

/** Credentials are write-only: a stored one is shown by its last characters. */
export function SecretField<Form>({ form, path, value, label, description, readOnly }: Props<Form>) {
  const put = (change: Partial<SecretForm>) => form.setFieldValue(path as never, { ...value, ...change } as never)
  const stored = value.set && !value.clear
  return (
    <Group align="flex-end" gap="xs">
      <PasswordField
        flex={1}
        miw={220}
        label={label}
        description={description}
        placeholder={stored ? texts.saved(value.last4) : texts.none}
        autoComplete="off"
        showLabel={texts.show}
        value={value.value}
        error={form.errors[path.split('.').at(-1) ?? '']}
        onChange={(event) => put({ value: event.currentTarget.value, clear: false })}
      />
      {value.set && !readOnly && (
        <Button variant="default" onClick={() => put({ clear: !value.clear, value: '' })}>
          {value.clear ? texts.keep : texts.clear}
        </Button>
      )}
    </Group>
  )
}
