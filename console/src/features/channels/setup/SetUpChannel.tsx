import { Alert, Button, Grid, List, Paper, Radio, Select, Stack, Switch, Text, Title } from '@mantine/core'
import { isCarrierChannel } from '@parley/amf/channels'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { strings } from '#i18n/channels.ts'
import { useGateway } from '../../../api/lookups.ts'
import { useAgent, useRouteIds } from '../../../app/current-org.ts'
import { RefusalSummary } from '../../../components/editor/EditorFrame.tsx'
import type { ChannelFormField, ChannelName, ChannelProvider, ChannelSetupForm } from '../data.ts'
import { type BindingRequest, CatalogFields, useBindChannel, useSetupForm } from './setup-form.tsx'

const { setup: texts, binding: bindingTexts } = strings
const from = '/orgs/$org/agents/$agent/channels/add'

export function SetUpChannel({ form }: { form: ChannelSetupForm }) {
  const { provider } = useSearch({ from })
  const providers = form.unmanaged?.providers ?? []
  const isOwn = form.managed?.provisioning.instant === true
  const gateway = useGateway()
  // Without the lab, nothing would carry the channel.
  const isLabOff = !isOwn && gateway.data !== undefined && gateway.data.labUrl === undefined
  const [chosen, setMode] = useState(provider || !form.managed ? 'unmanaged' : 'managed')
  const mode = isLabOff && providers.length > 0 ? 'unmanaged' : chosen
  return (
    <Grid gap="xl">
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Stack>
          {form.managed && providers.length > 0 && (
            <Radio.Group label={texts.mode} value={mode} onChange={setMode}>
              <Stack gap="xs" mt="xs">
                <Radio
                  value="managed"
                  label={texts.managed}
                  description={isLabOff ? texts.labOff : texts.managedText}
                  disabled={isLabOff}
                />
                <Radio value="unmanaged" label={texts.unmanaged} description={texts.unmanagedText} />
              </Stack>
            </Radio.Group>
          )}
          {mode === 'managed' && form.managed && <ManagedSetup form={form} fields={form.managed.fields} />}
          {mode === 'unmanaged' && <UnmanagedSetup form={form} providers={providers} />}
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }}>{mode === 'managed' && <Steps form={form} />}</Grid.Col>
    </Grid>
  )
}

function Steps({ form: { managed } }: { form: ChannelSetupForm }) {
  if (!managed) return null
  const { steps, instant } = managed.provisioning
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h5">
        {texts.steps}
      </Title>
      <List type="ordered" size="sm" spacing="xs" mt="xs">
        {steps.map((step) => (
          <List.Item key={step}>{step}</List.Item>
        ))}
      </List>
      {instant && (
        <Text size="sm" className="quiet" mt="xs">
          {texts.instant}
        </Text>
      )}
    </Paper>
  )
}

/** Prefilled from the agent's identity; the user can override it here. */
function ManagedSetup({ form, fields }: { form: ChannelSetupForm; fields: ChannelFormField[] }) {
  const { agent, name } = useAgent()
  const { name: displayName = name, ...identity } = { ...agent?.identity } as Record<string, string>
  const values = useSetupForm(fields, { displayName, ...identity })
  return <BindForm form={form} fields={fields} values={values} sent={(inputs) => ({ mode: 'managed', inputs })} />
}

function UnmanagedSetup({ form, providers }: { form: ChannelSetupForm; providers: ChannelProvider[] }) {
  const navigate = useNavigate({ from })
  const params = useRouteIds()
  const { provider: requestedProvider } = useSearch({ from })
  const provider = providers.find(({ id }) => id === requestedProvider) ?? providers[0]
  if (!provider) return null
  return (
    <>
      <Select
        label={texts.provider}
        description={provider.description}
        data={providers.map(({ id, name }) => ({ value: id, label: name }))}
        value={provider.id}
        allowDeselect={false}
        onChange={(id) => id && void navigate({ to: from, params, search: { channel: form.id, provider: id } })}
      />
      <Credentials key={provider.id} form={form} provider={provider} />
    </>
  )
}

function Credentials({ form, provider }: { form: ChannelSetupForm; provider: ChannelProvider }) {
  const { id, fields, atLeastOneOf } = provider
  const values = useSetupForm(fields)
  const labels = atLeastOneOf?.map((key) => fields.find((field) => field.key === key)?.label ?? key)
  return (
    <>
      {labels && <Text size="sm">{texts.oneOf(labels)}</Text>}
      <BindForm
        form={form}
        fields={fields}
        values={values}
        sent={(auth) => ({ mode: 'unmanaged', provider: id, auth })}
      />
    </>
  )
}

type BindFormProps = {
  form: ChannelSetupForm
  fields: ChannelFormField[]
  values: ReturnType<typeof useSetupForm>
  sent: (values: Record<string, string>) => BindingRequest
}

function BindForm({ form, fields, values, sent }: BindFormProps) {
  const [answersKeywords, setAnswersKeywords] = useState(true)
  const asksKeywords = isCarrierChannel(form.id as ChannelName)
  const { bind, binding, error } = useBindChannel(form.id, values, asksKeywords && answersKeywords)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (values.validate().hasErrors) focusFirstError(event.currentTarget)
        else bind(sent)
      }}
    >
      <Stack>
        {error && <BindRefusal error={error} />}
        <CatalogFields fields={fields} form={values} />
        {asksKeywords && (
          <Switch
            label={bindingTexts.compliance}
            description={bindingTexts.complianceHelp}
            checked={answersKeywords}
            onChange={(event) => setAnswersKeywords(event.currentTarget.checked)}
          />
        )}
        <Button type="submit" loading={binding} style={{ alignSelf: 'flex-start' }}>
          {texts.create}
        </Button>
      </Stack>
    </form>
  )
}

/** After the errors have been rendered. */
function focusFirstError(form: HTMLFormElement): void {
  requestAnimationFrame(() => form.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
}

function BindRefusal({ error }: { error: Error }) {
  return (
    <Alert color="red" p={0}>
      <RefusalSummary error={error} />
    </Alert>
  )
}
