import { Button, Center, Group, Paper, SegmentedControl, Stack, Text, Title } from '@mantine/core'
import { IconMessageQuestion } from '@tabler/icons-react'
import { useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { type LinkProps, linkOptions, useNavigate, useSearch } from '@tanstack/react-router'
import { useEffect } from 'react'
import { strings } from '#i18n/improve.ts'
import { useAgent, useRouteIds } from '../../app/current-org.ts'
import { BarChart } from '../../components/charts.tsx'
import { EmptyState, ErrorAlert, Loading } from '../../components/PageStates.tsx'
import { useNow } from '../../components/Timestamp.tsx'
import { chartColors } from '../../components/usage/usage-data.ts'
import { ExportButton, ImproveFrame } from './ImproveFrame.tsx'
import { fillDays, formatQuestionsAsCsv, readAllQuestions, useInsightWindow, useOutcomes } from './improve-data.ts'
import { type QuestionState, questionStates } from './improve-search.ts'
import { QuestionCard } from './QuestionCard.tsx'
import { WeeklyMailButton } from './WeeklyMailButton.tsx'

const routeId = '/orgs/$org/agents/$agent/improve'
const { questions: words, progress } = strings

export function QuestionsPage() {
  const agent = useAgent()
  const { state = 'open', question } = useSearch({ from: routeId })
  const navigate = useNavigate({ from: routeId })
  return (
    <ImproveFrame actions={<WeeklyMailButton />}>
      <Progress />
      <Group justify="space-between">
        <SegmentedControl
          aria-label={words.state}
          size="xs"
          data={questionStates.map((one) => ({ value: one, label: words.states[one] }))}
          value={state}
          onChange={(chosen) => navigate({ search: { state: chosen as QuestionState } })}
        />
        <ExportButton
          format={async () => formatQuestionsAsCsv(await readAllQuestions(agent.api, state))}
          name={words.file(state)}
          disabled={false}
        />
      </Group>
      <QuestionList key={state} state={state} chosen={question} />
    </ImproveFrame>
  )
}

/** A link to a question loads at most this many pages until it is listed. */
const maxPagesToChosen = 10

function QuestionList({ state, chosen }: { state: QuestionState; chosen: string | undefined }) {
  const agent = useAgent()
  const list = useInfiniteQuery({
    queryKey: agent.key('insights', 'unanswered', state),
    queryFn: ({ signal, pageParam }) =>
      agent.api.get('/insights/unanswered', {
        query: { state, limit: 20, ...(pageParam && { pageToken: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: ({ nextPageToken }) => nextPageToken,
  })
  const { fetchNextPage } = list
  const pages = list.data?.pages ?? []
  const entries = pages.flatMap(({ data }) => data)
  const isMissing = chosen !== undefined && !entries.some(({ id }) => id === chosen)
  const needsNextPage = isMissing && list.hasNextPage && !list.isFetching && pages.length < maxPagesToChosen
  useEffect(() => {
    if (needsNextPage) void fetchNextPage()
  }, [needsNextPage, fetchNextPage])
  if (list.error) return <ErrorAlert error={list.error} retry={list.refetch} />
  if (!list.data) return <Loading />
  if (entries.length === 0)
    return <EmptyState icon={IconMessageQuestion} title={words.empty[state]} text={words.emptyText[state]} />
  return (
    <Stack gap="sm">
      {entries.map((entry) => (
        <QuestionCard key={entry.id} entry={entry} isChosen={entry.id === chosen} />
      ))}
      {list.hasNextPage && (
        <Center>
          <Button variant="default" loading={list.isFetchingNextPage} onClick={() => list.fetchNextPage()}>
            {words.more}
          </Button>
        </Center>
      )}
    </Stack>
  )
}

const weekMs = 7 * 86_400_000

/** The share of questions without an answer, day by day, and what was answered this week. */
function Progress() {
  const agent = useAgent()
  const params = useRouteIds()
  const now = useNow(600_000)
  const window = useInsightWindow()
  const outcomes = useOutcomes(window, 'day')
  const answered = useQuery({
    queryKey: agent.key('insights', 'unanswered', 'answered', 'count'),
    queryFn: ({ signal }) => readAllQuestions(agent.api, 'answered', signal),
  })
  if (!outcomes.data) return null
  const days = fillDays(outcomes.data, window)
  const [questions, unanswered] = (['questions', 'unanswered'] as const).map((name) =>
    days.reduce((sum, day) => sum + day[name], 0),
  ) as [number, number]
  const week = (answered.data ?? []).filter(({ answeredAt }) => answeredAt && now - Date.parse(answeredAt) < weekMs)
  return (
    <Paper withBorder p="sm" component="section" aria-label={progress.title}>
      <Stack gap={4}>
        <Title order={2} size="sm" fw={500} className="quiet">
          {progress.title}
        </Title>
        <Group justify="space-between">
          <Text fz="xl" fw={600} lh={1.2}>
            {questions === 0 ? progress.none : progress.share(unanswered / questions)}
          </Text>
          <Text size="sm">{progress.week(week.length)}</Text>
        </Group>
        <BarChart
          height={72}
          label={progress.label(unanswered, questions)}
          series={[
            { name: progress.answered, color: chartColors.main },
            { name: progress.unanswered, color: chartColors.bad },
          ]}
          bars={days.map(({ key, questions: asked, unanswered: left }) => ({
            id: key,
            label: key,
            values: [asked - left, left],
            tooltip: progress.tooltip(key, left, asked),
            link: linkOptions({
              to: '/orgs/$org/agents/$agent/improve/sessions',
              params,
              search: { ...window, by: 'day', key, outcome: 'unanswered' },
            }) as LinkProps,
          }))}
        />
      </Stack>
    </Paper>
  )
}
