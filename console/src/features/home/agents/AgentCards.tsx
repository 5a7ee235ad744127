import { Box, Group, Paper, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { Link, useSearch } from '@tanstack/react-router'
import { strings as handsetWords } from '#i18n/handset.ts'
import { strings } from '#i18n/home.ts'
import { useOrg } from '../../../app/current-org.ts'
import { Sparkline } from '../../../components/charts.tsx'
import { AnchorLink } from '../../../components/links.tsx'
import { StatusBadge } from '../../../components/StatusBadge.tsx'
import { Timestamp } from '../../../components/Timestamp.tsx'
import { useUsage } from '../../../components/usage/usage-data.ts'
import { type AgentInsight, AgentInsights, useInsights } from './AgentInsights.tsx'

type Overview = Schema<'AgentOverview'>
const { card } = strings

export function AgentCards({ agents }: { agents: readonly Overview[] }) {
  const { days } = useSearch({ from: '/orgs/$org/' })
  const { data: usage, isPending } = useUsage({ days })
  const insights = useInsights(days)
  return (
    <Stack gap="sm" component="section" aria-label={strings.agents}>
      <Title order={2} size="h4">
        {strings.agents}
      </Title>
      <SimpleGrid cols={{ base: 1, sm: Math.min(agents.length, 2), lg: Math.min(agents.length, 3) }} spacing="sm">
        {agents.map((agent) => (
          <AgentCard
            key={agent.agentId}
            agent={agent}
            usage={usage?.agents?.find(({ agentId }) => agentId === agent.agentId)}
            insight={insights?.find(({ agentId }) => agentId === agent.agentId)}
            days={days}
            isCounting={isPending}
          />
        ))}
      </SimpleGrid>
    </Stack>
  )
}

type AgentCounts = Schema<'OrgUsage'>['agents'][number]

type AgentCardProps = {
  agent: Overview
  usage: AgentCounts | undefined
  insight: AgentInsight | undefined
  days: number | undefined
  isCounting: boolean
}

function AgentCard({ agent, usage, insight, days, isCounting }: AgentCardProps) {
  const org = useOrg()
  const params = { org: org.id, agent: agent.agentId }
  const messageCount = usage ? usage.totals.messagesIn + usage.totals.messagesOut : 0
  return (
    <Paper withBorder p="md" component="article" aria-label={agent.name}>
      <Stack gap="xs" h="100%">
        <Group justify="space-between" wrap="nowrap" align="flex-start">
          <Title order={3} size="h5" style={{ minWidth: 0 }}>
            <AnchorLink to="/orgs/$org/agents/$agent/inbox" params={params} c="inherit" inherit lineClamp={2}>
              {agent.name}
            </AnchorLink>
          </Title>
          {usage && (
            <Box flex="none">
              <Sparkline values={usage.messages} label={card.traffic(messageCount, usage.messages.length)} width={96} />
            </Box>
          )}
        </Group>
        <Channels agent={agent} />
        <SimpleGrid minColWidth="8rem" spacing="xs" verticalSpacing={6} mt="auto">
          <Fact name={card.messages}>{isCounting ? counting : strings.number(messageCount)}</Fact>
          <Fact name={card.goals}>{isCounting ? counting : strings.number(usage?.totals.goalsReached ?? 0)}</Fact>
          <Fact name={card.tests}>
            <LastRun agent={agent} />
          </Fact>
          <Fact name={card.lastMessage}>
            <Timestamp at={agent.lastMessageAt} />
          </Fact>
        </SimpleGrid>
        {insight && insight.current.sessions + insight.previous.sessions > 0 && (
          <AgentInsights insight={insight} days={days} params={params} />
        )}
      </Stack>
    </Paper>
  )
}

const counting = <Skeleton h={14} w={40} my={3} aria-hidden />

function Fact({ name, children }: { name: string; children: React.ReactNode }) {
  return (
    <div>
      <Text size="xs" className="quiet">
        {name}
      </Text>
      <Text size="sm" fw={500} component="div">
        {children}
      </Text>
    </div>
  )
}

/** Status of each channel; without channels, a link to the setup. */
function Channels({ agent: { agentId, channels } }: { agent: Overview }) {
  const org = useOrg()
  const params = { org: org.id, agent: agentId }
  if (channels.length === 0) {
    return (
      <AnchorLink size="sm" to="/orgs/$org/agents/$agent/channels" params={params}>
        {card.noChannel}
      </AnchorLink>
    )
  }
  return (
    <Group gap={6}>
      {channels.map(({ channel, status, carrier }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two bindings of a channel differ only in position
        <Link key={`${channel} ${at}`} to="/orgs/$org/agents/$agent/channels" params={params}>
          <StatusBadge
            status={status}
            label={card.channel(handsetWords.channels[channel], status, carrier === 'lab')}
          />
        </Link>
      ))}
    </Group>
  )
}

function LastRun({ agent: { agentId, lastTestRun: run } }: { agent: Overview }) {
  const org = useOrg()
  if (!run) return <span className="quiet">{card.noRun}</span>
  return (
    <AnchorLink
      inherit
      to="/orgs/$org/agents/$agent/tests/runs/$runId"
      params={{ org: org.id, agent: agentId, runId: run.id }}
    >
      {run.finishedAt ? card.run(run.passed, run.failed) : card.running}
    </AnchorLink>
  )
}
