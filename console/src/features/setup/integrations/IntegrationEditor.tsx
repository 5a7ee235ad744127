import { json } from '@codemirror/lang-json'
import { Button, Fieldset, Group, Select, Stack, Textarea, TextInput } from '@mantine/core'
import { type UseFormReturnType, useForm } from '@mantine/form'
import { integrationMethods } from '@parley/definition/vocabulary'
import { Invalid } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { strings } from '#i18n/tools.ts'
import { useAgent, useCan } from '../../../app/current-org.ts'
import { RefusalSummary } from '../../../components/editor/EditorFrame.tsx'
import { groupErrorsByPath } from '../../../components/editor/field-path.ts'
import { FormActions } from '../../../components/FormActions.tsx'
import { notify } from '../../../components/notify.tsx'
import { Loading } from '../../../components/PageStates.tsx'
import { SecretField } from '../SecretField.tsx'
import {
  blankIntegration,
  type Integration,
  type IntegrationForm,
  integrationKinds,
  parseJsonObject,
  toFormField,
  toIntegrationBody,
  toIntegrationForm,
} from './integration-form.ts'
import { ServiceFields, ServiceTools } from './ServiceFields.tsx'

const CodeEditor = lazy(async () => ({ default: (await import('../../../components/code/CodeEditor.tsx')).CodeEditor }))
const { integrations: texts } = strings
const asJson = json()

type IntegrationEditorProps = { integration: Integration | undefined; close: () => void }

export function IntegrationEditor({ integration, close }: IntegrationEditorProps) {
  const readOnly = !useCan('editor')
  const form = useForm<IntegrationForm>({
    initialValues: integration ? toIntegrationForm(integration) : blankIntegration,
    validate: {
      parameters: (text) => (text.trim() === '' || parseJsonObject(text) ? null : texts.notJson),
      document: (text) => (text.trim() === '' || parseJsonObject(text) ? null : texts.notJson),
    },
  })
  const saving = useSaveIntegration(form, close)
  const [shown, show] = useState(integration)
  return (
    <form noValidate onSubmit={form.onSubmit((value) => saving.mutate(value))}>
      <Stack>
        {saving.error && <RefusalSummary error={saving.error} toFormField={toFormField} />}
        <Fieldset variant="unstyled" disabled={readOnly}>
          <Fields form={form} isNew={integration === undefined} readOnly={readOnly} />
        </Fieldset>
        {shown && shown.kind !== 'http' && <ServiceTools integration={shown} readOnly={readOnly} onRefreshed={show} />}
        {!readOnly && (
          <FormActions>
            <Button type="submit" loading={saving.isPending}>
              {texts.save}
            </Button>
          </FormActions>
        )}
      </Stack>
    </form>
  )
}

type FieldsProps = { form: UseFormReturnType<IntegrationForm>; isNew: boolean; readOnly: boolean }

function Fields({ form, isNew, readOnly }: FieldsProps) {
  const isHttp = form.values.kind === 'http'
  return (
    <Stack>
      <TextInput label={texts.id} description={texts.idHelp} required readOnly={!isNew} {...form.getInputProps('id')} />
      <Select
        label={texts.kind}
        data={integrationKinds.map((value) => ({ value, label: texts.kinds[value] }))}
        allowDeselect={false}
        readOnly={!isNew}
        {...form.getInputProps('kind')}
      />
      <TextInput label={texts.name} {...form.getInputProps('name')} />
      <Textarea
        label={texts.description}
        description={texts.descriptionHelp}
        required={isHttp}
        autosize
        minRows={2}
        {...form.getInputProps('description')}
      />
      {isHttp ? <HttpFields form={form} readOnly={readOnly} /> : <ServiceFields form={form} readOnly={readOnly} />}
    </Stack>
  )
}

function HttpFields({ form, readOnly }: Omit<FieldsProps, 'isNew'>) {
  return (
    <>
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
        path="secret"
        value={form.values.secret}
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
    </>
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
      if (error instanceof Invalid) form.setErrors(groupErrorsByPath(error.errors, toFormField))
    },
  })
}
