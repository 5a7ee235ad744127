import { Paper, SimpleGrid, Stack, Text, Title } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import { words } from '#words/usage.ts'
import { useOrg } from '../../app/org.ts'
import { BarChart } from '../BarChart.tsx'
import { EmptyState } from '../EmptyState.tsx'
import { useNow } from '../When.tsx'
import { dayShown } from './days.ts'
import { listOf } from './leads.ts'
import { deliveredShare, isQuiet, type KindId, kinds, type Measure, type Usage } from './measures.ts'

type Given = { usage: Usage; agent: string | undefined }

/** A chart for each kind of thing that is counted. */
export function UsageCharts({ usage, agent }: Given) {
  if (isQuiet(usage.totals)) return <EmptyState icon={IconChartBar} title={words.quiet} text={words.quietText} />
  return (
    <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }} spacing="sm">
      {kinds.map((kind) => (
        <ChartCard key={kind.id} kind={kind} usage={usage} agent={agent} />
      ))}
    </SimpleGrid>
  )
}

type Kind = { id: KindId; measures: readonly Measure[]; colours: readonly string[] }

function ChartCard({ kind: { id, measures, colours }, usage, agent }: Given & { kind: Kind }) {
  const org = useOrg()
  const now = useNow(600_000)
  const { data, timeZone, totals } = usage
  const named = (from: Usage['totals']) => measures.map((measure) => [words.measures[measure], from[measure]] as const)
  const sum = measures.reduce((all, measure) => all + totals[measure], 0)
  return (
    <Paper withBorder p="sm" component="section" aria-label={words.charts[id]}>
      <Stack gap={4}>
        <Title order={3} size="sm" fw={500} className="quiet">
          {words.charts[id]}
        </Title>
        <Text fz={24} fw={600} lh={1.2}>
          {words.number(sum)}
        </Text>
        <Text size="xs" className="quiet" mih={18}>
          {beside(id, usage)}
        </Text>
        <BarChart
          label={words.inAll(words.charts[id], named(totals), data.length)}
          series={measures.map((measure, at) => ({ name: words.measures[measure], colour: colours[at] ?? '' }))}
          bars={data.map((point) => ({
            id: point.at,
            label: dayShown(point.at, timeZone),
            values: measures.map((measure) => point[measure]),
            told: words.told(dayShown(point.at, timeZone), named(point)),
            link: listOf(id, { org: org.id, agent, at: point.at, timeZone, now }),
          }))}
        />
      </Stack>
    </Paper>
  )
}

/** What the sum alone does not say. */
function beside(id: KindId, { totals, data }: Usage): string {
  const share = deliveredShare(totals)
  if (id === 'delivery' && share !== undefined) {
    return [words.share(share), ...(totals.read > 0 ? [words.readOf(totals.read)] : [])].join(' · ')
  }
  const tokens = totals.inputTokens + totals.outputTokens + totals.cacheReadTokens
  if (id === 'tokens' && totals.turns > 0) return words.perTurn(tokens / totals.turns)
  const writing = Math.max(0, ...data.map(({ peopleWriting = 0 }) => peopleWriting))
  return id === 'conversations' && writing > 0 ? words.writing(writing) : ''
}
