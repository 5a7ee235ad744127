import { Divider, SimpleGrid, Stack, Text } from '@mantine/core'
import type { Schema } from '@parley/sdk'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { strings } from '#i18n/home.ts'
import { useOrg } from '../../../app/current-org.ts'
import { AnchorLink } from '../../../components/links.tsx'
import { useNow } from '../../../components/Timestamp.tsx'
import { defaultUsageSpan } from '../../../components/usage/usage-data.ts'

export type AgentInsight = Schema<'AgentInsight'>
type Totals = AgentInsight['current']
const { insights: words } = strings

/** The outcomes of every agent, next to those of the same number of days before. */
export function useInsights(days: number = defaultUsageSpan): readonly AgentInsight[] | undefined {
  const org = useOrg()
  const { data } = useQuery({
    queryKey: org.key('insights', days),
    queryFn: async ({ signal }) => {
      const start = new Date(Date.now() - days * 86_400_000).toISOString()
      return (await org.api.get('/insights', { query: { start }, signal })).data
    },
    placeholderData: keepPreviousData,
    refetchInterval: 60_000,
  })
  return data
}

const measures = ['sessions', 'contained', 'unanswered', 'goalsReached', 'handedOver'] as const

type Props = { insight: AgentInsight; days: number | undefined; params: { org: string; agent: string } }

export function AgentInsights({ insight, days, params }: Props) {
  const { current, previous } = insight
  return (
    <Stack gap={6}>
      <Divider />
      <SimpleGrid cols={3} spacing="xs" verticalSpacing={6}>
        {measures.map((measure) => (
          <Comparison
            key={measure}
            name={words.measures[measure]}
            now={formatTotal(measure, current)}
            before={words.before(formatTotal(measure, previous))}
          />
        ))}
        {(current.cost || previous.cost) && (
          <Comparison
            name={words.measures.cost}
            now={words.cost(current.cost)}
            before={words.before(words.cost(previous.cost))}
          />
        )}
      </SimpleGrid>
      <NextStep insight={insight} days={days} params={params} />
    </Stack>
  )
}

function formatTotal(measure: (typeof measures)[number], totals: Totals): string {
  if (measure !== 'contained') return strings.number(totals[measure])
  return totals.sessions === 0 ? words.none : words.share(totals.contained / totals.sessions)
}

function Comparison({ name, now, before }: { name: string; now: string; before: string }) {
  return (
    <div>
      <Text size="xs" className="quiet">
        {name}
      </Text>
      <Text size="sm" fw={500}>
        {now}
      </Text>
      <Text size="xs" className="quiet">
        {before}
      </Text>
    </div>
  )
}

/** One sentence on what to do next. */
function NextStep({ insight, days = defaultUsageSpan, params }: Props) {
  const { current, previous, openQuestions, topQuestion } = insight
  const start = new Date(useNow(600_000) - days * 86_400_000).toISOString()
  if (topQuestion) {
    return (
      <AnchorLink
        size="sm"
        to="/orgs/$org/agents/$agent/improve"
        params={params}
        search={{ question: topQuestion.id }}
        style={{ overflowWrap: 'anywhere' }}
      >
        {words.answer(topQuestion.question, topQuestion.count, openQuestions)}
      </AnchorLink>
    )
  }
  if (current.errors > 0) {
    return (
      <AnchorLink
        size="sm"
        to="/orgs/$org/agents/$agent/improve/sessions"
        params={params}
        search={{ start, outcome: 'error' as const }}
      >
        {words.errors(current.errors)}
      </AnchorLink>
    )
  }
  const share = (totals: Totals) => (totals.sessions === 0 ? 1 : totals.contained / totals.sessions)
  if (share(current) < share(previous)) {
    return (
      <AnchorLink
        size="sm"
        to="/orgs/$org/agents/$agent/improve/sessions"
        params={params}
        search={{ start, outcome: 'notContained' as const }}
      >
        {previous.sessions > 0 ? words.review : words.notContained(current.sessions - current.contained)}
      </AnchorLink>
    )
  }
  return <Text size="sm">{words.nothing}</Text>
}
