import { json } from '@codemirror/lang-json'
import { Button, Fieldset, Group, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { Invalid, type Schema } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense } from 'react'
import { words } from '#words/setup.ts'
import { useAgent, useCan } from '../../../app/org.ts'
import { Refusal } from '../../../parts/editor/EditorFrame.tsx'
import { errorsByPath } from '../../../parts/editor/field-path.ts'
import { Loading } from '../../../parts/Loading.tsx'
import { tell } from '../../../parts/tell.tsx'
import { SecretField } from '../SecretField.tsx'
import {
  blankIntegration,
  type IntegrationForm,
  integrationField,
  methods,
  readParameters,
  sentIntegration,
  shownIntegration,
} from './form.ts'

const CodeEditor = lazy(async () => ({ default: (await import('../../../parts/code/CodeEditor.tsx')).CodeEditor }))
const { integrations: said } = words
const asJson = json()

type Given = { integration: Schema<'Integration'> | undefined; close: () => void }

export function IntegrationEditor({ integration, close }: Given) {
  const readOnly = !useCan('editor')
  const form = useForm<IntegrationForm>({
    initialValues: integration ? shownIntegration(integration) : blankIntegration,
    validate: {
      parameters: (text) => (text.trim() === '' || readParameters(text) ? null : said.notJson),
    },
  })
  const saving = useSaving(form, close)
  return (
    <form noValidate onSubmit={form.onSubmit((value) => saving.mutate(value))}>
      <Stack>
        {saving.error && <Refusal error={saving.error} fieldOf={integrationField} />}
        <Fieldset variant="unstyled" disabled={readOnly}>
          <Fields form={form} isNew={integration === undefined} readOnly={readOnly} />
        </Fieldset>
        {!readOnly && (
          <Group justify="flex-end">
            <Button type="submit" loading={saving.isPending}>
              {said.save}
            </Button>
          </Group>
        )}
      </Stack>
    </form>
  )
}

type FieldsGiven = { form: UseFormReturnType<IntegrationForm>; isNew: boolean; readOnly: boolean }

function Fields({ form, isNew, readOnly }: FieldsGiven) {
  return (
    <Stack>
      <TextInput label={said.id} description={said.idHelp} required readOnly={!isNew} {...form.getInputProps('id')} />
      <TextInput label={said.name} {...form.getInputProps('name')} />
      <Textarea
        label={said.description}
        description={said.descriptionHelp}
        required
        autosize
        minRows={2}
        {...form.getInputProps('description')}
      />
      <Group align="flex-start" gap="xs">
        <Select
          w={110}
          label={said.method}
          data={[...methods]}
          allowDeselect={false}
          {...form.getInputProps('method')}
        />
        <TextInput flex={1} miw={220} label={said.url} required type="url" {...form.getInputProps('url')} />
      </Group>
      <SecretField
        form={form}
        path="authHeader"
        value={form.values.authHeader}
        label={said.auth}
        description={said.authHelp}
        readOnly={readOnly}
      />
      <Suspense fallback={<Loading />}>
        <CodeEditor
          path="parameters"
          label={said.parameters}
          description={said.parametersHelp}
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

function useSaving(form: UseFormReturnType<IntegrationForm>, close: () => void) {
  const agent = useAgent()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (value: IntegrationForm) =>
      agent.api.put('/integrations/{id}', { path: { id: value.id }, body: sentIntegration(value) }),
    onSuccess: async () => {
      await queries.invalidateQueries({ queryKey: agent.key('integrations') })
      tell.done(said.saved)
      close()
    },
    onError: (error) => {
      if (error instanceof Invalid) form.setErrors(errorsByPath(error.errors, integrationField))
    },
  })
}
