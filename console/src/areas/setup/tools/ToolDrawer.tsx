import { Button, Fieldset, Group, NumberInput, Select, Stack, Switch, Text, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { Invalid, type Schema } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { words } from '#words/setup.ts'
import { useAgent, useCan } from '../../../app/org.ts'
import { confirm } from '../../../parts/confirm.tsx'
import { SidePanel } from '../../../parts/Dialog.tsx'
import { Refusal } from '../../../parts/editor/EditorFrame.tsx'
import { errorsByPath } from '../../../parts/editor/field-path.ts'
import { PasswordField } from '../../../parts/PasswordField.tsx'
import { tell } from '../../../parts/tell.tsx'
import { type ConfigField, type ConfigForm, fieldsOf, sentConfig, shownConfig } from './config.ts'

const { tools: said } = words
type Binding = Schema<'ToolBinding'>
type Given = { tool: Schema<'Tool'>; binding: Binding | undefined; close: () => void }

export function ToolDrawer({ tool, binding, close }: Given) {
  const mayEdit = useCan('editor')
  const fields = fieldsOf(tool)
  const form = useForm<ConfigForm>({ initialValues: shownConfig(fields, binding?.config) })
  const { saving, remove } = useToolWrites({ tool, binding, close }, form)
  return (
    <SidePanel onClose={close} title={tool.name} size="md">
      <form onSubmit={form.onSubmit((value) => saving.mutate(sentConfig(fields, value)))}>
        <Stack>
          <Text size="sm">{tool.description}</Text>
          {saving.error && <Refusal error={saving.error} />}
          <Fieldset variant="unstyled" disabled={!mayEdit}>
            <Stack>
              {fields.length === 0 && <Text className="quiet">{said.nothingToSet}</Text>}
              {fields.map((field) => (
                <Field key={field.key} field={field} form={form} secret={binding?.secrets[field.key]} />
              ))}
            </Stack>
          </Fieldset>
          {mayEdit && (
            <Group justify="space-between">
              {binding ? (
                <Button variant="default" onClick={remove}>
                  {said.remove}
                </Button>
              ) : (
                <span />
              )}
              <Button type="submit" loading={saving.isPending}>
                {binding ? said.save : said.add}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </SidePanel>
  )
}

type FieldGiven = { field: ConfigField; form: UseFormReturnType<ConfigForm>; secret?: Schema<'SecretState'> }

function Field({ field, form, secret }: FieldGiven) {
  const { key, label, help, required, kind, options } = field
  const common = { label, description: help, withAsterisk: required, ...form.getInputProps(key) }
  if (field.secret) {
    return (
      <PasswordField
        {...common}
        autoComplete="off"
        placeholder={secret?.set ? words.secret.kept(secret.last4 ?? '') : words.secret.none}
        showLabel={words.secret.show}
      />
    )
  }
  if (kind === 'boolean')
    return <Switch label={label} description={help} {...form.getInputProps(key, { type: 'checkbox' })} />
  if (kind === 'number') return <NumberInput {...common} />
  if (kind === 'choice') return <Select {...common} data={options} clearable={!required} />
  return <TextInput {...common} type={kind} />
}

function useToolWrites({ tool, binding, close }: Given, form: UseFormReturnType<ConfigForm>) {
  const agent = useAgent()
  const queries = useQueryClient()
  const path = { toolId: tool.id }
  const done = async (message: string) => {
    await queries.invalidateQueries({ queryKey: agent.key('tool-bindings') })
    tell.done(message)
    close()
  }
  const saving = useMutation({
    mutationFn: (config: Record<string, unknown>) =>
      binding
        ? agent.api.patch('/tool-bindings/{toolId}', { path, body: { config: withCleared(config, binding.config) } })
        : agent.api.put('/tool-bindings/{toolId}', { path, body: { config } }),
    onSuccess: () => done(said.saved),
    onError: (error) => {
      if (error instanceof Invalid)
        form.setErrors(errorsByPath(error.errors, (field) => field.replace(/^config\./, '')))
    },
  })
  const remove = async () => {
    const sure = await confirm({
      title: said.removeTitle(tool.name),
      text: said.removeText,
      ok: said.remove,
      danger: true,
    })
    if (!sure) return
    await agent.api.delete('/tool-bindings/{toolId}', { path }).then(() => done(said.removed), tell.failed)
  }
  return { saving, remove }
}

/** A PATCH takes away what is null: what was there and is empty now. */
const withCleared = (config: Record<string, unknown>, before: Record<string, unknown>): Record<string, unknown> => ({
  ...Object.fromEntries(Object.keys(before).map((key) => [key, null])),
  ...config,
})
