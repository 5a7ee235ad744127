import { Button, Fieldset, Group, NumberInput, Select, Stack, Switch, Text, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { Invalid, type Schema } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { strings } from '#i18n/setup.ts'
import { strings as toolsTexts } from '#i18n/tools.ts'
import { useAgent, useCan } from '../../../app/current-org.ts'
import { askConfirmation } from '../../../components/confirm.tsx'
import { SidePanel } from '../../../components/Dialog.tsx'
import { RefusalSummary } from '../../../components/editor/EditorFrame.tsx'
import { groupErrorsByPath } from '../../../components/editor/field-path.ts'
import { notify } from '../../../components/notify.tsx'
import { PasswordField } from '../../../components/PasswordField.tsx'

/** One field of a tool's configuration, from its JSON Schema. */
type ToolConfigField = {
  key: string
  label: string
  help?: string
  required: boolean
  secret: boolean
  kind: 'text' | 'url' | 'email' | 'number' | 'boolean' | 'choice'
  options: string[]
}

type Property = {
  type?: string
  title?: string
  description?: string
  format?: string
  enum?: unknown[]
  writeOnly?: boolean
}

export function toolConfigFieldsOf(tool: Pick<Schema<'Tool'>, 'configSchema'>): ToolConfigField[] {
  const { properties = {}, required = [] } = (tool.configSchema ?? {}) as {
    properties?: Record<string, Property>
    required?: string[]
  }
  return Object.entries(properties).map(([key, property]) => ({
    key,
    label: property.title ?? key,
    ...(property.description && { help: property.description }),
    required: required.includes(key),
    secret: property.writeOnly === true,
    kind: kindOf(property),
    options: (property.enum ?? []).map(String),
  }))
}

function kindOf({ type, format, enum: options }: Property): ToolConfigField['kind'] {
  if (options) return 'choice'
  if (type === 'boolean') return 'boolean'
  if (type === 'number' || type === 'integer') return 'number'
  if (format === 'uri' || format === 'url') return 'url'
  return format === 'email' ? 'email' : 'text'
}

type ToolConfigForm = Record<string, string | number | boolean>

export function toToolConfigForm(
  fields: readonly ToolConfigField[],
  config: Record<string, unknown> = {},
): ToolConfigForm {
  return Object.fromEntries(
    fields.map(({ key, kind }) => {
      const value = config[key]
      if (kind === 'boolean') return [key, value === true]
      return [key, typeof value === 'string' || typeof value === 'number' ? value : '']
    }),
  )
}

/** Omits empty fields; an omitted secret stays as it is. */
export function toToolConfigBody(fields: readonly ToolConfigField[], form: ToolConfigForm): Record<string, unknown> {
  return Object.fromEntries(fields.flatMap(({ key }) => (form[key] === '' ? [] : [[key, form[key]]])))
}

const { tools: texts } = toolsTexts
type Binding = Schema<'ToolBinding'>
type Props = { tool: Schema<'Tool'>; binding: Binding | undefined; close: () => void }

export function ToolDrawer({ tool, binding, close }: Props) {
  const mayEdit = useCan('editor')
  const fields = toolConfigFieldsOf(tool)
  const form = useForm<ToolConfigForm>({ initialValues: toToolConfigForm(fields, binding?.config) })
  const { saving, remove } = useSaveTool({ tool, binding, close }, form)
  return (
    <SidePanel onClose={close} title={tool.name} size="md">
      <form onSubmit={form.onSubmit((value) => saving.mutate(toToolConfigBody(fields, value)))}>
        <Stack>
          <Text size="sm">{tool.description}</Text>
          {saving.error && <RefusalSummary error={saving.error} />}
          <Fieldset variant="unstyled" disabled={!mayEdit}>
            <Stack>
              {fields.length === 0 && <Text className="quiet">{texts.nothingToSet}</Text>}
              {fields.map((field) => (
                <Field key={field.key} field={field} form={form} secret={binding?.secrets[field.key]} />
              ))}
            </Stack>
          </Fieldset>
          {mayEdit && (
            <Group justify="space-between">
              {binding ? (
                <Button variant="default" onClick={remove}>
                  {texts.remove}
                </Button>
              ) : (
                <span />
              )}
              <Button type="submit" loading={saving.isPending}>
                {binding ? texts.save : texts.add}
              </Button>
            </Group>
          )}
        </Stack>
      </form>
    </SidePanel>
  )
}

type FieldProps = { field: ToolConfigField; form: UseFormReturnType<ToolConfigForm>; secret?: Schema<'SecretState'> }

function Field({ field, form, secret }: FieldProps) {
  const { key, label, help, required, kind, options } = field
  const common = { label, description: help, withAsterisk: required, ...form.getInputProps(key) }
  if (field.secret) {
    return (
      <PasswordField
        {...common}
        autoComplete="off"
        placeholder={secret?.set ? strings.secret.saved(secret.last4 ?? '') : strings.secret.none}
        showLabel={strings.secret.show}
      />
    )
  }
  if (kind === 'boolean')
    return <Switch label={label} description={help} {...form.getInputProps(key, { type: 'checkbox' })} />
  if (kind === 'number') return <NumberInput {...common} />
  if (kind === 'choice') return <Select {...common} data={options} clearable={!required} />
  return <TextInput {...common} type={kind} />
}

function useSaveTool({ tool, binding, close }: Props, form: UseFormReturnType<ToolConfigForm>) {
  const agent = useAgent()
  const queries = useQueryClient()
  const path = { toolId: tool.id }
  const done = async (message: string) => {
    await queries.invalidateQueries({ queryKey: agent.key('tool-bindings') })
    notify.success(message)
    close()
  }
  const saving = useMutation({
    mutationFn: (config: Record<string, unknown>) =>
      binding
        ? agent.api.patch('/tool-bindings/{toolId}', {
            path,
            body: { config: applyClearedSecrets(config, binding.config) },
          })
        : agent.api.put('/tool-bindings/{toolId}', { path, body: { config } }),
    onSuccess: () => done(texts.saved),
    onError: (error) => {
      if (error instanceof Invalid)
        form.setErrors(groupErrorsByPath(error.errors, (field) => field.replace(/^config\./, '')))
    },
  })
  const remove = async () => {
    const sure = await askConfirmation({
      title: texts.removeTitle(tool.name),
      text: texts.removeText,
      ok: texts.remove,
      danger: true,
    })
    if (!sure) return
    await agent.api.delete('/tool-bindings/{toolId}', { path }).then(() => done(texts.removed), notify.error)
  }
  return { saving, remove }
}

/** In a PATCH, null removes a field that was set and is now empty. */
const applyClearedSecrets = (
  config: Record<string, unknown>,
  before: Record<string, unknown>,
): Record<string, unknown> => ({
  ...Object.fromEntries(Object.keys(before).map((key) => [key, null])),
  ...config,
})
