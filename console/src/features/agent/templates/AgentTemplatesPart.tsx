import { Badge, Group, Paper, SimpleGrid, Stack, Text } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { lazy, Suspense } from 'react'
import { strings } from '#i18n/agent.ts'
import { strings as agentTemplatesTexts } from '#i18n/agent-templates.ts'
import { useCatalog } from '../../../api/lookups.ts'
import { useAgent, useOrg } from '../../../app/current-org.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { ErrorAlert, Loading } from '../../../components/PageStates.tsx'
import { SectionHead } from '../../../components/section/SectionFrame.tsx'
import { TemplateSummary } from './TemplateContents.tsx'
import { sortByCategory } from './template-contents.ts'

const TemplateDrawer = lazy(() => import('./TemplateDrawer.tsx'))
const { templates: texts } = agentTemplatesTexts

export function AgentTemplatesPart() {
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
      <SectionHead title={strings.parts.templates} lead={texts.lead} />
      {error && <ErrorAlert error={error} retry={refetch} />}
      {!data && !error && <Loading />}
      <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm">
        {sortByCategory(data ?? []).map((one) => (
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
  const applied = agent.agent?.templateRef?.templateId === template.id
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
              {texts.applied}
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
        <TemplateSummary template={template} />
      </Stack>
    </Paper>
  )
}
