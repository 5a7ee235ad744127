import { Alert, Button, Grid, List, Paper, Radio, Select, Stack, Text, Title } from '@mantine/core'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { useState } from 'react'
import { words } from '#words/channels.ts'
import { useAgent, usePlace } from '../../../app/org.ts'
import { Refusal } from '../../../parts/editor/EditorFrame.tsx'
import type { ChannelForm, FormField, Provider } from '../data.ts'
import { CatalogFields } from './CatalogFields.tsx'
import { type Sent, useBind, useValues } from './useBind.ts'

const { setup: w } = words
const from = '/orgs/$org/agents/$agent/channels/add'

export function SetUpChannel({ form }: { form: ChannelForm }) {
  const { provider } = useSearch({ from })
  const providers = form.unmanaged?.providers ?? []
  const [mode, setMode] = useState(provider || !form.managed ? 'unmanaged' : 'managed')
  return (
    <Grid gap="xl">
      <Grid.Col span={{ base: 12, md: 7 }}>
        <Stack>
          {form.managed && providers.length > 0 && (
            <Radio.Group label={w.mode} value={mode} onChange={setMode}>
              <Stack gap="xs" mt="xs">
                <Radio value="managed" label={w.managed} description={w.managedText} />
                <Radio value="unmanaged" label={w.unmanaged} description={w.unmanagedText} />
              </Stack>
            </Radio.Group>
          )}
          {mode === 'managed' && form.managed && <Managed form={form} fields={form.managed.fields} />}
          {mode === 'unmanaged' && <Unmanaged form={form} providers={providers} />}
        </Stack>
      </Grid.Col>
      <Grid.Col span={{ base: 12, md: 5 }}>{mode === 'managed' && <Steps form={form} />}</Grid.Col>
    </Grid>
  )
}

function Steps({ form: { managed } }: { form: ChannelForm }) {
  if (!managed) return null
  const { steps, instant, typicalDuration } = managed.provisioning
  return (
    <Paper withBorder p="md">
      <Title order={2} size="h5">
        {w.steps}
      </Title>
      <List type="ordered" size="sm" spacing="xs" mt="xs">
        {steps.map((step) => (
          <List.Item key={step}>{step}</List.Item>
        ))}
      </List>
      <Text size="sm" className="quiet" mt="xs">
        {instant ? w.instant : typicalDuration && w.duration(typicalDuration)}
      </Text>
    </Paper>
  )
}

/** What the agent's identity says already is filled in, and can be said otherwise here. */
function Managed({ form, fields }: { form: ChannelForm; fields: FormField[] }) {
  const { agent, name } = useAgent()
  const { name: displayName = name, ...identity } = { ...agent.identity } as Record<string, string>
  const values = useValues(fields, { displayName, ...identity })
  return <BindForm form={form} fields={fields} values={values} sent={(inputs) => ({ mode: 'managed', inputs })} />
}

function Unmanaged({ form, providers }: { form: ChannelForm; providers: Provider[] }) {
  const navigate = useNavigate({ from })
  const params = usePlace()
  const { provider: asked } = useSearch({ from })
  const provider = providers.find(({ id }) => id === asked) ?? providers[0]
  if (!provider) return null
  return (
    <>
      <Select
        label={w.provider}
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

function Credentials({ form, provider }: { form: ChannelForm; provider: Provider }) {
  const { id, fields, atLeastOneOf } = provider
  const values = useValues(fields)
  const labels = atLeastOneOf?.map((key) => fields.find((field) => field.key === key)?.label ?? key)
  return (
    <>
      {labels && <Text size="sm">{w.oneOf(labels)}</Text>}
      <BindForm
        form={form}
        fields={fields}
        values={values}
        sent={(auth) => ({ mode: 'unmanaged', provider: id, auth })}
      />
    </>
  )
}

type BindGiven = {
  form: ChannelForm
  fields: FormField[]
  values: ReturnType<typeof useValues>
  sent: (values: Record<string, string>) => Sent
}

function BindForm({ form, fields, values, sent }: BindGiven) {
  const { bind, binding, error } = useBind(form.id, values)
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        bind(sent)
      }}
    >
      <Stack>
        {error && <Refused error={error} />}
        <CatalogFields fields={fields} form={values} />
        <Button type="submit" loading={binding} style={{ alignSelf: 'flex-start' }}>
          {w.create}
        </Button>
      </Stack>
    </form>
  )
}

function Refused({ error }: { error: Error }) {
  return (
    <Alert color="red" p={0}>
      <Refusal error={error} />
    </Alert>
  )
}
