import { Badge, Button, Group, Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { strings } from '#i18n/setup.ts'
import { strings as toolsTexts } from '#i18n/tools.ts'
import { useCatalog } from '../../../api/lookups.ts'
import { useAgent, useCan, useOrg } from '../../../app/current-org.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { ErrorAlert, Loading } from '../../../components/PageStates.tsx'
import { SectionHead } from '../../../components/section/SectionFrame.tsx'
import { ToolDrawer } from './ToolDrawer.tsx'
import {
  listMissingLabels,
  OAuthState,
  type Tool,
  type ToolBinding,
  ToolStateBadge,
  ToolSwitch,
  toolStateOf,
} from './ToolState.tsx'

const { tools: texts } = toolsTexts

/** The tools of the catalog, and their bindings to this agent by tool id. */
export function useTools() {
  const agent = useAgent()
  const catalog = useCatalog('tools')
  const bound = useQuery({
    queryKey: agent.key('tool-bindings'),
    queryFn: ({ signal }) => agent.api.get('/tool-bindings', { signal }),
  })
  return {
    error: catalog.error ?? bound.error,
    retry: () => Promise.all([catalog.refetch(), bound.refetch()]),
    tools: bound.data && catalog.data,
    bindings: new Map(bound.data?.data.map((binding) => [binding.toolId, binding])),
  }
}

/** Tools for other services: each tool of the catalog and its binding to this agent. */
export function ToolsPart() {
  const { error, retry, tools, bindings } = useTools()
  const [opened, open] = useState<Tool>()
  if (error) return <ErrorAlert error={error} retry={retry} />
  if (!tools) return <Loading />
  return (
    <>
      <SectionHead title={strings.tabs.tools} lead={texts.lead} />
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {tools.map((tool) => (
          <ToolCard key={tool.id} tool={tool} binding={bindings.get(tool.id)} open={() => open(tool)} />
        ))}
      </SimpleGrid>
      {opened && <ToolDrawer tool={opened} binding={bindings.get(opened.id)} close={() => open(undefined)} />}
    </>
  )
}

type ToolCardProps = { tool: Tool; binding: ToolBinding | undefined; open: () => void }

function ToolCard({ tool, binding, open }: ToolCardProps) {
  const params = { org: useOrg().id, agent: useAgent().id, toolId: tool.id }
  const mayEdit = useCan('editor')
  const opens = mayEdit ? (binding ? texts.configure : texts.add) : texts.view
  return (
    <Paper withBorder p="md">
      <Stack h="100%" justify="space-between">
        <Stack gap={6}>
          <Group justify="space-between" wrap="nowrap" align="flex-start">
            <Title order={3} size="h5">
              <AnchorLink to="/orgs/$org/agents/$agent/setup/tools/$toolId" params={params} inherit>
                {tool.name}
              </AnchorLink>
            </Title>
            <Badge variant="default" tt="none">
              {texts.categories[tool.category]}
            </Badge>
          </Group>
          <Text size="sm">{tool.description}</Text>
          {binding && toolStateOf(binding) === 'incomplete' && (
            <Text size="sm" role="status">
              {texts.missing(listMissingLabels(tool, binding).join(', '))}
            </Text>
          )}
          {binding && tool.oauth && <OAuthState toolId={tool.id} />}
        </Stack>
        <Group justify="space-between">
          {binding ? <ToolSwitch tool={tool} binding={binding} /> : <ToolStateBadge state="unbound" />}
          <Button variant="default" size="xs" onClick={open} aria-label={`${opens} ${tool.name}`}>
            {opens}
          </Button>
        </Group>
      </Stack>
    </Paper>
  )
}
