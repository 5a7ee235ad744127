import { Box, Group, Paper, SimpleGrid, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { Link, useSearch } from '@tanstack/react-router'
import { words as handsetWords } from '#words/handset.ts'
import { words } from '#words/home.ts'
import { useOrg } from '../../../app/org.ts'
import { AnchorLink } from '../../../parts/links.tsx'
import { Sparkline } from '../../../parts/Sparkline.tsx'
import { StatusBadge } from '../../../parts/StatusBadge.tsx'
import { useUsage } from '../../../parts/usage/useUsage.ts'
import { When } from '../../../parts/When.tsx'

type Overview = Schema<'AgentOverview'>
const { card } = words

/** Every agent on one look. */
export function AgentCards({ agents }: { agents: readonly Overview[] }) {
  const { days } = useSearch({ from: '/orgs/$org/' })
  const { data: usage, isPending } = useUsage({ days })
  return (
    <Stack gap="sm" component="section" aria-label={words.agents}>
      <Title order={2} size="h4">
        {words.agents}
      </Title>
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm">
        {agents.map((agent) => (
          <AgentCard
            key={agent.agentId}
            agent={agent}
            usage={usage?.agents?.find(({ agentId }) => agentId === agent.agentId)}
            isCounting={isPending}
          />
        ))}
      </SimpleGrid>
    </Stack>
  )
}

type OfAgent = Schema<'OrgUsage'>['agents'][number]

type CardGiven = { agent: Overview; usage: OfAgent | undefined; isCounting: boolean }

function AgentCard({ agent, usage, isCounting }: CardGiven) {
  const org = useOrg()
  const params = { org: org.id, agent: agent.agentId }
  const said = usage ? usage.totals.messagesIn + usage.totals.messagesOut : 0
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
              <Sparkline values={usage.messages} label={card.traffic(said, usage.messages.length)} width={96} />
            </Box>
          )}
        </Group>
        <Channels agent={agent} />
        <SimpleGrid cols={2} spacing="xs" verticalSpacing={6} mt="auto">
          <Fact name={card.messages}>{isCounting ? counting : words.number(said)}</Fact>
          <Fact name={card.goals}>{isCounting ? counting : words.number(usage?.totals.goalsReached ?? 0)}</Fact>
          <Fact name={card.tests}>
            <LastRun agent={agent} />
          </Fact>
          <Fact name={card.lastMessage}>
            <When at={agent.lastMessageAt} />
          </Fact>
        </SimpleGrid>
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

/** How each channel stands; one that has none yet is led to where they are set up. */
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
      {channels.map(({ channel, status }, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: two bindings of a channel have nothing else to tell them apart
        <Link key={`${channel} ${at}`} to="/orgs/$org/agents/$agent/channels" params={params}>
          <StatusBadge status={status} label={card.channel(handsetWords.channels[channel], status)} />
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
