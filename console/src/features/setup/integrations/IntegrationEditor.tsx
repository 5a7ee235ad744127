import { json } from '@codemirror/lang-json'
import { Button, Fieldset, Group, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { integrationMethods } from '@parley/definition/vocabulary'
import { Invalid, type Schema } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { strings } from '#i18n/setup.ts'
import { useAgent, useCan } from '../../../app/current-org.ts'
import { RefusalSummary } from '../../../components/editor/EditorFrame.tsx'
import { groupErrorsByPath } from '../../../components/editor/field-path.ts'
import { notify } from '../../../components/notify.tsx'
import { Loading } from '../../../components/PageStates.tsx'
import { type SecretForm, toSecretBody, toSecretForm } from '../notifications/notifications-form.ts'
import { SecretField } from '../SecretField.tsx'

type Integration = Schema<'Integration'>

type IntegrationForm = {
  id: string
  name: string
  description: string
  url: string
  method: (typeof integrationMethods)[number]
  /** A JSON Schema as text. */
  parameters: string
  authHeader: SecretForm
}

const blankIntegration: IntegrationForm = {
  id: '',
  name: '',
  description: '',
  url: '',
  method: 'POST',
  parameters: '{\n  "type": "object",\n  "properties": {}\n}',
  authHeader: toSecretForm({ set: false }),
}

const toIntegrationForm = ({
  id,
  name = '',
  description,
  endpoint,
  parameters,
  auth,
}: Integration): IntegrationForm => ({
  id,
  name,
  description,
  url: endpoint.url,
  method: endpoint.method ?? 'POST',
  parameters: parameters ? JSON.stringify(parameters, null, 2) : '',
  authHeader: toSecretForm(auth),
})

/** Returns undefined if the text is not a JSON object. */
function parseParameters(text: string): Record<string, unknown> | undefined {
  try {
    const read: unknown = JSON.parse(text)
    return read instanceof Object && !Array.isArray(read) ? (read as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

function toIntegrationBody({
  name,
  description,
  url,
  method,
  parameters,
  authHeader,
}: IntegrationForm): Schema<'IntegrationBody'> {
  const auth = toSecretBody(authHeader)
  return {
    description,
    endpoint: { url, method },
    ...(name && { name }),
    ...(parameters.trim() && { parameters: parseParameters(parameters) ?? {} }),
    ...(auth !== undefined && { authHeader: auth }),
  }
}

const integrationField = (field: string): string =>
  field.startsWith('parameters') ? 'parameters' : field.replace(/^endpoint\./, '')

const CodeEditor = lazy(async () => ({ default: (await import('../../../components/code/CodeEditor.tsx')).CodeEditor }))
const { integrations: texts } = strings
const asJson = json()

type IntegrationEditorProps = { integration: Schema<'Integration'> | undefined; close: () => void }

export function IntegrationEditor({ integration, close }: IntegrationEditorProps) {
  const readOnly = !useCan('editor')
  const form = useForm<IntegrationForm>({
    initialValues: integration ? toIntegrationForm(integration) : blankIntegration,
    validate: {
      parameters: (text) => (text.trim() === '' || parseParameters(text) ? null : texts.notJson),
    },
  })
  const saving = useSaveIntegration(form, close)
  return (
    <form noValidate onSubmit={form.onSubmit((value) => saving.mutate(value))}>
      <Stack>
        {saving.error && <RefusalSummary error={saving.error} toFormField={integrationField} />}
        <Fieldset variant="unstyled" disabled={readOnly}>
          <Fields form={form} isNew={integration === undefined} readOnly={readOnly} />
        </Fieldset>
        {!readOnly && (
          <Group justify="flex-end">
            <Button type="submit" loading={saving.isPending}>
              {texts.save}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  )
}

type FieldsProps = { form: UseFormReturnType<IntegrationForm>; isNew: boolean; readOnly: boolean }

function Fields({ form, isNew, readOnly }: FieldsProps) {
  return (
    <Stack>
      <TextInput label={texts.id} description={texts.idHelp} required readOnly={!isNew} {...form.getInputProps('id')} />
      <TextInput label={texts.name} {...form.getInputProps('name')} />
      <Textarea
        label={texts.description}
        description={texts.descriptionHelp}
        required
        autosize
        minRows={2}
        {...form.getInputProps('description')}
      />
      <Group align="flex-start" gap="xs">
        <Select
          w={110}
          label={texts.method}
          data={[...integrationMethods]}
          allowDeselect={false}
          {...form.getInputProps('method')}
        />
        <TextInput flex={1} miw={220} label={texts.url} required type="url" {...form.getInputProps('url')} />
      </Group>
      <SecretField
        form={form}
        path="authHeader"
        value={form.values.authHeader}
        label={texts.auth}
        description={texts.authHelp}
        readOnly={readOnly}
      />
      <Suspense fallback={<Loading />}>
        <CodeEditor
          path="parameters"
          label={texts.parameters}
          description={texts.parametersHelp}
          extensions={asJson}
          readOnly={readOnly}
          value={form.values.parameters}
          onChange={(text) => form.setFieldValue('parameters', text)}
          error={form.errors.parameters}
        />
      </Suspense>
    </Stack>
  )
}

function useSaveIntegration(form: UseFormReturnType<IntegrationForm>, close: () => void) {
  const agent = useAgent()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (value: IntegrationForm) =>
      agent.api.put('/integrations/{id}', { path: { id: value.id }, body: toIntegrationBody(value) }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: agent.key('integrations') })
      notify.success(texts.saved)
      close()
    },
    onError: (error) => {
      if (error instanceof Invalid) form.setErrors(groupErrorsByPath(error.errors, integrationField))
    },
  })
}
