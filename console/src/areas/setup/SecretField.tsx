import { Button, Group } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { words } from '#words/setup.ts'
import { PasswordField } from '../../parts/PasswordField.tsx'
import type { SecretForm } from './notifications/form.ts'

const { secret: said } = words

type Given<Form> = {
  form: UseFormReturnType<Form>
  path: string
  value: SecretForm
  label: string
  description?: string
  readOnly: boolean
}

/** A credential goes in and never comes out: what is kept is told by its last letters. */
export function SecretField<Form>({ form, path, value, label, description, readOnly }: Given<Form>) {
  const put = (change: Partial<SecretForm>) => form.setFieldValue(path as never, { ...value, ...change } as never)
  const kept = value.set && !value.clear
  return (
    <Group align="flex-end" gap="xs">
      <PasswordField
        flex={1}
        miw={220}
        label={label}
        description={description}
        placeholder={kept ? said.kept(value.last4) : said.none}
        autoComplete="off"
        showLabel={said.show}
        value={value.value}
        error={form.errors[path.split('.').at(-1) ?? '']}
        onChange={(event) => put({ value: event.currentTarget.value, clear: false })}
      />
      {value.set && !readOnly && (
        <Button variant="default" onClick={() => put({ clear: !value.clear, value: '' })}>
          {value.clear ? said.keep : said.clear}
        </Button>
      )}
    </Group>
  )
}
