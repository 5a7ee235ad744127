import { Badge, Button, Code, Group, List, Paper, Stack, Table, Text, Title } from '@mantine/core'
import { IconArrowLeft } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useParams } from '@tanstack/react-router'
import { type ReactNode, useState } from 'react'
import { strings } from '#i18n/tools.ts'
import { useAgent, useCan, useOrg } from '../../../app/current-org.ts'
import { AnchorLink, ButtonLink } from '../../../components/links.tsx'
import { EmptyState, ErrorAlert, Loading } from '../../../components/PageStates.tsx'
import { SectionHead } from '../../../components/section/SectionFrame.tsx'
import { listParameterFields } from './parameter-fields.ts'
import { ToolCalls } from './ToolCalls.tsx'
import { ToolDrawer } from './ToolDrawer.tsx'
import {
  type Tool,
  type ToolBinding,
  ToolStateBadge,
  ToolStateDetails,
  ToolSwitch,
  useToolState,
} from './ToolState.tsx'
import { useTools } from './ToolsPart.tsx'
import { ToolTrial } from './ToolTrial.tsx'

const { tools: texts } = strings

/** One tool: what it does, whether it can be called, who calls it, a form to try it, and its last calls. */
export function ToolPage() {
  const { toolId } = useParams({ from: '/orgs/$org/agents/$agent/setup/tools/$toolId' })
  const { error, retry, tools, bindings } = useTools()
  if (error) return <ErrorAlert error={error} retry={retry} />
  if (!tools) return <Loading />
  const tool = tools.find(({ id }) => id === toolId)
  return (
    <Stack gap="lg">
      <BackLink />
      {tool ? (
        <ToolOverview key={tool.id} tool={tool} binding={bindings.get(tool.id)} />
      ) : (
        <EmptyState icon={IconArrowLeft} title={texts.unknown} text={texts.unknownText} />
      )}
    </Stack>
  )
}

function BackLink() {
  const params = { org: useOrg().id, agent: useAgent().id }
  return (
    <ButtonLink
      to="/orgs/$org/agents/$agent/setup/tools"
      params={params}
      variant="subtle"
      size="compact-sm"
      leftSection={<IconArrowLeft size={16} aria-hidden />}
      style={{ alignSelf: 'flex-start' }}
    >
      {texts.all}
    </ButtonLink>
  )
}

function ToolOverview({ tool, binding }: { tool: Tool; binding: ToolBinding | undefined }) {
  const mayEdit = useCan('editor')
  const [configuring, configure] = useState(false)
  const state = useToolState(tool, binding)
  return (
    <>
      <SectionHead
        title={tool.name}
        lead={tool.description}
        actions={
          <>
            {binding && <ToolSwitch tool={tool} binding={binding} />}
            <Button variant="default" onClick={() => configure(true)}>
              {mayEdit ? (binding ? texts.configure : texts.add) : texts.viewSettings}
            </Button>
          </>
        }
      />
      <Panel title={texts.state} badge={<ToolStateBadge state={state} />}>
        <ToolStateDetails tool={tool} binding={binding} state={state} />
      </Panel>
      <Panel title={texts.users.title}>
        <ToolUsers toolId={tool.id} />
      </Panel>
      <Panel title={texts.parameters.title}>
        <Parameters tool={tool} />
      </Panel>
      <Panel title={texts.trial.title}>
        {state === 'ready' && mayEdit ? (
          <ToolTrial tool={tool} />
        ) : (
          <Text size="sm">{mayEdit ? texts.trial.notReady : texts.trial.needsEditor}</Text>
        )}
      </Panel>
      <Panel title={texts.calls.title}>
        <ToolCalls toolId={tool.id} />
      </Panel>
      {configuring && <ToolDrawer tool={tool} binding={binding} close={() => configure(false)} />}
    </>
  )
}

function Panel({ title, badge, children }: { title: string; badge?: ReactNode; children: ReactNode }) {
  return (
    <Paper withBorder p="md" component="section" aria-label={title}>
      <Stack gap="sm">
        <Group gap="xs">
          <Title order={3} size="h5">
            {title}
          </Title>
          {badge}
        </Group>
        {children}
      </Stack>
    </Paper>
  )
}

/** The playbooks that call the tool, with links. */
function ToolUsers({ toolId }: { toolId: string }) {
  const agent = useAgent()
  const params = { org: useOrg().id, agent: agent.id }
  const { data, error, refetch } = useQuery({
    queryKey: agent.key('tool-users', toolId),
    queryFn: ({ signal }) => agent.api.get('/tool-bindings/{toolId}/users', { path: { toolId }, signal }),
  })
  if (error) return <ErrorAlert error={error} retry={refetch} />
  if (!data) return <Loading />
  if (data.data.length === 0) return <Text size="sm">{texts.users.none}</Text>
  return (
    <List size="sm" spacing={4}>
      {data.data.map(({ playbookId, name, calledBy }) => (
        <List.Item key={playbookId}>
          <AnchorLink to="/orgs/$org/agents/$agent/playbooks/$playbookId" params={{ ...params, playbookId }}>
            {name}
          </AnchorLink>{' '}
          {calledBy.map((by) => texts.users.calledBy[by]).join(', ')}
        </List.Item>
      ))}
    </List>
  )
}

function Parameters({ tool }: { tool: Tool }) {
  const fields = listParameterFields(tool)
  if (fields.length === 0) return <Text size="sm">{texts.parameters.none}</Text>
  return (
    <Table.ScrollContainer minWidth={0}>
      <Table aria-label={texts.parameters.title} verticalSpacing={6}>
        <Table.Tbody>
          {fields.map(({ key, kind, required, help, options }) => (
            <Table.Tr key={key}>
              <Table.Th scope="row" style={{ verticalAlign: 'top', overflowWrap: 'anywhere' }}>
                <Code>{key}</Code>
                <Text size="xs" className="quiet" fw="normal">
                  {texts.parameters.kinds[kind]}
                </Text>
                {required && (
                  <Badge size="xs" variant="default" tt="none">
                    {texts.parameters.required}
                  </Badge>
                )}
              </Table.Th>
              <Table.Td style={{ overflowWrap: 'anywhere' }}>
                {help}
                {options.length > 0 && (
                  <Text size="xs" className="quiet">
                    {texts.parameters.options(options.join(', '))}
                  </Text>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}
