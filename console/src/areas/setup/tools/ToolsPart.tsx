import { Badge, Button, Group, Paper, SimpleGrid, Stack, Switch, Text, Title } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { words } from '#words/setup.ts'
import { useCatalog } from '../../../api/catalog.ts'
import { useAgent, useCan } from '../../../app/org.ts'
import { Loading } from '../../../parts/Loading.tsx'
import { StatusBadge } from '../../../parts/StatusBadge.tsx'
import { PartHead } from '../../../parts/section/PartFrame.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { tell } from '../../../parts/tell.tsx'
import { OAuthState } from './OAuthState.tsx'
import { ToolDrawer } from './ToolDrawer.tsx'

type Tool = Schema<'Tool'>
type Binding = Schema<'ToolBinding'>
const { tools: said } = words

/** What the agent can do in other services: each tool of the catalog, and how it is bound here. */
export function ToolsPart() {
  const agent = useAgent()
  const catalog = useCatalog('tools')
  const bound = useQuery({
    queryKey: agent.key('tool-bindings'),
    queryFn: ({ signal }) => agent.api.get('/tool-bindings', { signal }),
  })
  const [opened, open] = useState<Tool>()
  const error = catalog.error ?? bound.error
  if (error) return <Trouble error={error} retry={() => Promise.all([catalog.refetch(), bound.refetch()])} />
  if (!catalog.data || !bound.data) return <Loading />
  const bindings = new Map(bound.data.data.map((binding) => [binding.toolId, binding]))
  return (
    <>
      <PartHead title={words.tabs.tools} lead={said.lead} />
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {catalog.data.map((tool) => (
          <ToolCard key={tool.id} tool={tool} binding={bindings.get(tool.id)} open={() => open(tool)} />
        ))}
      </SimpleGrid>
      {opened && <ToolDrawer tool={opened} binding={bindings.get(opened.id)} close={() => open(undefined)} />}
    </>
  )
}

type Given = { tool: Tool; binding: Binding | undefined; open: () => void }

function ToolCard({ tool, binding, open }: Given) {
  const mayEdit = useCan('editor')
  const opens = mayEdit ? (binding ? said.configure : said.add) : said.look
  return (
    <Paper withBorder p="md">
      <Stack h="100%" justify="space-between">
        <Stack gap={6}>
          <Group justify="space-between" wrap="nowrap" align="flex-start">
            <Title order={3} size="h5">
              {tool.name}
            </Title>
            <Badge variant="default" tt="none">
              {said.categories[tool.category]}
            </Badge>
          </Group>
          <Text size="sm">{tool.description}</Text>
          {binding && !binding.configStatus.complete && (
            <Text size="sm" role="status">
              {said.missing(binding.configStatus.missing.join(', '))}
            </Text>
          )}
          {binding && tool.oauth && <OAuthState toolId={tool.id} />}
        </Stack>
        <Group justify="space-between">
          {binding ? <Enabled tool={tool} binding={binding} /> : <StatusBadge status="none" label={said.unbound} />}
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
    onError: tell.failed,
  })
  return (
    <Switch
      label={enabled ? said.on : said.off}
      aria-label={`${enabled ? said.on : said.off} ${tool.name}`}
      checked={enabled}
      disabled={!mayEdit || switching.isPending}
      onChange={(event) => switching.mutate(event.currentTarget.checked)}
    />
  )
}
