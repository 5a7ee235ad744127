import { Badge, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { words } from '#words/agent.ts'
import { useCatalog } from '../../../api/catalog.ts'
import { useAgent, useOrg } from '../../../app/org.ts'
import { Loading } from '../../../parts/Loading.tsx'
import { AnchorLink } from '../../../parts/links.tsx'
import { PartHead } from '../../../parts/section/PartFrame.tsx'
import { Trouble } from '../../../parts/Trouble.tsx'
import { BringsShortly } from './Brings.tsx'
import { byCategory } from './brings.ts'

const TemplateDrawer = lazy(() => import('./TemplateDrawer.tsx'))
const { templates: said } = words

/** Whole agents to begin from, by what they are for. */
export function TemplatesPart() {
  const org = useOrg()
  const agent = useAgent()
  const navigate = useNavigate()
  const { template: chosen } = useSearch({ strict: false })
  const { data, error, refetch } = useCatalog('agent-templates')
  const template = data?.find(({ id }) => id === chosen)
  const close = () =>
    navigate({ to: '/orgs/$org/agents/$agent/edit/templates', params: { org: org.id, agent: agent.id }, search: {} })
  return (
    <Stack>
      <PartHead title={words.parts.templates} lead={said.lead} />
      {error && <Trouble error={error} retry={refetch} />}
      {!data && !error && <Loading />}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        {byCategory(data ?? []).map((one) => (
          <TemplateCard key={one.id} template={one} />
        ))}
      </SimpleGrid>
      {template && (
        <Suspense>
          <TemplateDrawer template={template} close={close} />
        </Suspense>
      )}
    </Stack>
  )
}

function TemplateCard({ template }: { template: Schema<'AgentTemplate'> }) {
  const org = useOrg()
  const agent = useAgent()
  const applied = agent.agent.templateRef?.templateId === template.id
  return (
    <Paper withBorder p="md">
      <Stack gap={6} h="100%">
        <Group justify="space-between" gap="xs">
          <AnchorLink
            size="sm"
            to="/orgs/$org/agents/$agent/edit/templates"
            params={{ org: org.id, agent: agent.id }}
            search={{ template: template.id }}
            style={{ fontWeight: 600 }}
          >
            {template.name}
          </AnchorLink>
          {applied && (
            <Badge variant="default" size="sm" tt="none">
              {said.applied}
            </Badge>
          )}
        </Group>
        {template.category && (
          <Text size="xs" fw={600} className="quiet">
            {template.category}
          </Text>
        )}
        <Text size="sm" flex={1}>
          {template.description}
        </Text>
        <BringsShortly template={template} />
      </Stack>
    </Paper>
  )
}
