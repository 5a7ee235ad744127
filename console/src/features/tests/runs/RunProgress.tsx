import { Card, Group, List, Progress, Stack, Text } from '@mantine/core'
import { strings } from '#i18n/tests.ts'
import { useNow } from '../../../components/Timestamp.tsx'
import type { TestRun } from '../shared/test-data.ts'
import { computeRunPace, countPlayed, isRunOver } from './run-progress.ts'

const { run: runProgressTexts, verdicts } = strings
const green = 'light-dark(var(--mantine-color-green-7), var(--mantine-color-green-6))'
const red = 'light-dark(var(--mantine-color-red-7), var(--mantine-color-red-6))'
const orange = 'light-dark(var(--mantine-color-orange-6), var(--mantine-color-orange-5))'

/** How far it is, how fast it goes, and what is being played now. */
export function RunProgress({ run }: { run: TestRun }) {
  const { total, passed, failed, errored } = run.counts
  const share = (part: number) => (100 * part) / Math.max(1, total)
  const played = countPlayed(run)
  return (
    <Card withBorder>
      <Stack gap="xs">
        <Progress.Root size="lg">
          <Progress.Section value={share(passed)} color={green} aria-label={strings.chart.passed} />
          <Progress.Section value={share(failed)} color={red} aria-label={strings.chart.failed} />
          <Progress.Section value={share(errored)} color={orange} aria-label={strings.chart.errored} />
        </Progress.Root>
        <Group justify="space-between" role="status" aria-label={runProgressTexts.progress}>
          <Text fw={600}>{runProgressTexts.done(played, total)}</Text>
          <Text>{verdicts.bar(passed, failed, errored)}</Text>
        </Group>
        {!isRunOver(run) && <CasesInFlight run={run} />}
      </Stack>
    </Card>
  )
}

function CasesInFlight({ run }: { run: TestRun }) {
  const now = useNow(1_000)
  const pace = computeRunPace(run, now)
  const { inFlight = [], pending = 0 } = run
  return (
    <Stack gap={4}>
      <Group gap="md">
        {pace && <Text size="sm">{runProgressTexts.rate(pace.perMinute)}</Text>}
        {pace?.secondsLeft !== undefined && <Text size="sm">{runProgressTexts.left(pace.secondsLeft)}</Text>}
        {pending > 0 && <Text size="sm">{runProgressTexts.waiting(pending)}</Text>}
      </Group>
      {inFlight.length > 0 && (
        <>
          <Text size="sm" fw={600}>
            {runProgressTexts.inFlight}
          </Text>
          <List size="sm">
            {inFlight.map(({ resultId, title, sample }) => (
              <List.Item key={resultId}>
                {title}
                {sample > 1 && `, ${runProgressTexts.sample(sample)}`}
              </List.Item>
            ))}
          </List>
        </>
      )}
    </Stack>
  )
}
