import { Alert, Badge, Button, Group, List, Select, Stack, Text, Textarea, TextInput } from '@mantine/core'
import type { UseFormReturnType } from '@mantine/form'
import { IconRefresh } from '@tabler/icons-react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { strings } from '#i18n/tools.ts'
import { useAgent } from '../../../app/current-org.ts'
import { notify } from '../../../components/notify.tsx'
import { ErrorAlert } from '../../../components/PageStates.tsx'
import { SecretField } from '../SecretField.tsx'
import type { IntegrationForm, StoredService } from './integration-form.ts'

const { integrations: texts } = strings

type FieldsProps = { form: UseFormReturnType<IntegrationForm>; readOnly: boolean }

/** Where an MCP server or an OpenAPI service is, which of its tools the agent may call, and with which secret. */
export function ServiceFields({ form, readOnly }: FieldsProps) {
  const { kind, authType, secret } = form.values
  return (
    <>
      {kind === 'mcp' ? (
        <TextInput
          label={texts.url}
          description={texts.mcpUrlHelp}
          required
          type="url"
          {...form.getInputProps('url')}
        />
      ) : (
        <DocumentFields form={form} />
      )}
      <Textarea
        label={texts.chosen[kind === 'mcp' ? 'mcp' : 'openapi']}
        description={texts.chosenHelp}
        autosize
        minRows={2}
        {...form.getInputProps('chosen')}
      />
      <Select
        label={texts.authType}
        data={(['none', 'bearer', 'header'] as const).map((value) => ({ value, label: texts.authTypes[value] }))}
        allowDeselect={false}
        {...form.getInputProps('authType')}
      />
      {authType === 'header' && <TextInput label={texts.header} required {...form.getInputProps('header')} />}
      {authType !== 'none' && (
        <SecretField form={form} path="secret" value={secret} label={texts.secret} readOnly={readOnly} />
      )}
    </>
  )
}

function DocumentFields({ form }: Pick<FieldsProps, 'form'>) {
  return (
    <>
      <TextInput
        label={texts.documentUrl}
        description={texts.documentUrlHelp}
        type="url"
        {...form.getInputProps('documentUrl')}
      />
      {form.values.documentUrl === '' && (
        <Textarea
          label={texts.document}
          description={texts.documentHelp}
          autosize
          minRows={4}
          maxRows={12}
          {...form.getInputProps('document')}
        />
      )}
      <TextInput
        label={texts.serverUrl}
        description={texts.serverUrlHelp}
        type="url"
        {...form.getInputProps('serverUrl')}
      />
    </>
  )
}

type ToolsProps = {
  integration: StoredService
  readOnly: boolean
  onRefreshed: (next: StoredService) => void
}

/** The tools that the last reading found. */
export function ServiceTools({ integration, readOnly, onRefreshed }: ToolsProps) {
  const { status, statusDetail, tools } = integration
  const refreshing = useRefresh(integration.id, onRefreshed)
  return (
    <Stack gap="xs">
      <Group justify="space-between">
        <Group gap="xs">
          <Text fw={600}>{texts.tools(tools.length)}</Text>
          <Badge color={status === 'ok' ? 'teal' : 'red'} variant="light">
            {texts.statuses[status]}
          </Badge>
        </Group>
        {!readOnly && (
          <Button
            variant="default"
            size="xs"
            leftSection={<IconRefresh size={16} aria-hidden />}
            loading={refreshing.isPending}
            onClick={() => refreshing.mutate()}
          >
            {texts.refresh}
          </Button>
        )}
      </Group>
      {refreshing.error && <ErrorAlert error={refreshing.error} />}
      {statusDetail && <Alert color="yellow">{statusDetail}</Alert>}
      <List size="sm" spacing={4}>
        {tools.map(({ name, description, readOnly: isReadOnly }) => (
          <List.Item key={name}>
            <Text span size="sm" fw={600}>
              {name}
            </Text>{' '}
            {isReadOnly ? texts.readOnlyTool : ''} {description}
          </List.Item>
        ))}
      </List>
    </Stack>
  )
}

function useRefresh(id: string, onRefreshed: (next: StoredService) => void) {
  const agent = useAgent()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: () => agent.api.post('/integrations/{id}/_refresh', { path: { id } }),
    onSuccess: async (next) => {
      await queries.invalidateQueries({ queryKey: agent.key('integrations') })
      if (next.kind !== 'http') onRefreshed(next)
      notify.success(texts.refreshed)
    },
  })
}
