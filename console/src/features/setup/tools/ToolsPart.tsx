import { Badge, Button, Group, Paper, SimpleGrid, Stack, Switch, Text, Title } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { strings } from '#i18n/setup.ts'
import { useCatalog } from '../../../api/lookups.ts'
import { useAgent, useCan } from '../../../app/current-org.ts'
import { notify } from '../../../components/notify.tsx'
import { ErrorAlert, Loading } from '../../../components/PageStates.tsx'
import { StatusBadge } from '../../../components/StatusBadge.tsx'
import { SectionHead } from '../../../components/section/SectionFrame.tsx'
import { ToolDrawer } from './ToolDrawer.tsx'

const { tools: oAuthStateTexts } = strings

/** Whether the service's account is connected, with a link to connect it. */
function OAuthState({ toolId }: { toolId: string }) {
  const agent = useAgent()
  const queries = useQueryClient()
  const mayEdit = useCan('editor')
  const path = { toolId }
  const { data } = useQuery({
    queryKey: agent.key('tool-oauth', toolId),
    queryFn: ({ signal }) => agent.api.get('/tools/{toolId}/oauth/status', { path, signal }),
  })
  const leaving = useMutation({
    mutationFn: () => agent.api.post('/tools/{toolId}/oauth/start', { path, body: { returnTo: window.location.href } }),
    onSuccess: ({ authorizationUrl }) => window.location.assign(authorizationUrl),
    onError: notify.error,
  })
  const parting = useMutation({
    mutationFn: () => agent.api.post('/tools/{toolId}/oauth/disconnect', { path }),
    onSuccess: () => queries.invalidateQueries({ queryKey: agent.key('tool-oauth', toolId) }),
    onError: notify.error,
  })
  if (!data) return null
  const connected = data.status === 'connected'
  return (
    <Group gap="xs">
      <StatusBadge status={data.status} label={oAuthStateTexts.oauth[data.status]} />
      {data.lastError && <Text size="sm">{data.lastError}</Text>}
      {mayEdit && (
        <Button
          size="compact-sm"
          variant="default"
          loading={leaving.isPending || parting.isPending}
          onClick={() => (connected ? parting.mutate() : leaving.mutate())}
        >
          {connected ? oAuthStateTexts.disconnect : oAuthStateTexts.connect}
        </Button>
      )}
    </Group>
  )
}

type Tool = Schema<'Tool'>
type Binding = Schema<'ToolBinding'>
const { tools: texts } = strings

/** Tools for other services: each tool of the catalog and its binding to this agent. */
export function ToolsPart() {
  const agent = useAgent()
  const catalog = useCatalog('tools')
  const bound = useQuery({
    queryKey: agent.key('tool-bindings'),
    queryFn: ({ signal }) => agent.api.get('/tool-bindings', { signal }),
  })
  const [opened, open] = useState<Tool>()
  const error = catalog.error ?? bound.error
  if (error) return <ErrorAlert error={error} retry={() => Promise.all([catalog.refetch(), bound.refetch()])} />
  if (!catalog.data || !bound.data) return <Loading />
  const bindings = new Map(bound.data.data.map((binding) => [binding.toolId, binding]))
  return (
    <>
      <SectionHead title={strings.tabs.tools} lead={texts.lead} />
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {catalog.data.map((tool) => (
          <ToolCard key={tool.id} tool={tool} binding={bindings.get(tool.id)} open={() => open(tool)} />
        ))}
      </SimpleGrid>
      {opened && <ToolDrawer tool={opened} binding={bindings.get(opened.id)} close={() => open(undefined)} />}
    </>
  )
}

type ToolsPartProps = { tool: Tool; binding: Binding | undefined; open: () => void }

function ToolCard({ tool, binding, open }: ToolsPartProps) {
  const mayEdit = useCan('editor')
  const opens = mayEdit ? (binding ? texts.configure : texts.add) : texts.view
  return (
    <Paper withBorder p="md">
      <Stack h="100%" justify="space-between">
        <Stack gap={6}>
          <Group justify="space-between" wrap="nowrap" align="flex-start">
            <Title order={3} size="h5">
              {tool.name}
            </Title>
            <Badge variant="default" tt="none">
              {texts.categories[tool.category]}
            </Badge>
          </Group>
          <Text size="sm">{tool.description}</Text>
          {binding && !binding.configStatus.complete && (
            <Text size="sm" role="status">
              {texts.missing(binding.configStatus.missing.join(', '))}
            </Text>
          )}
          {binding && tool.oauth && <OAuthState toolId={tool.id} />}
        </Stack>
        <Group justify="space-between">
          {binding ? <Enabled tool={tool} binding={binding} /> : <StatusBadge status="none" label={texts.unbound} />}
          <Button variant="default" size="xs" onClick={open} aria-label={`${opens} ${tool.name}`}>
            {opens}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}

function Enabled({ tool, binding: { enabled } }: { tool: Tool; binding: Binding }) {
  const agent = useAgent()
  const queries = useQueryClient()
  const mayEdit = useCan('editor')
  const switching = useMutation({
    mutationFn: (on: boolean) =>
      agent.api.post(on ? '/tool-bindings/{toolId}/_enable' : '/tool-bindings/{toolId}/_disable', {
        path: { toolId: tool.id },
      }),
    onSuccess: () => queries.invalidateQueries({ queryKey: agent.key('tool-bindings') }),
    onError: notify.error,
  })
  return (
    <Switch
      label={enabled ? texts.on : texts.off}
      aria-label={`${enabled ? texts.on : texts.off} ${tool.name}`}
      checked={enabled}
      disabled={!mayEdit || switching.isPending}
      onChange={(event) => switching.mutate(event.currentTarget.checked)}
    />
  )
}
