import { Card, Group, List, Progress, Stack, Text } from '@mantine/core'
import { words } from '#words/tests.ts'
import { useNow } from '../../../parts/When.tsx'
import type { Run } from '../shared/reads.ts'
import { isOver, paceOf, playedOf } from './progress.ts'

const { run: said, verdicts } = words
const green = 'light-dark(var(--mantine-color-green-7), var(--mantine-color-green-6))'
const red = 'light-dark(var(--mantine-color-red-7), var(--mantine-color-red-6))'
const orange = 'light-dark(var(--mantine-color-orange-6), var(--mantine-color-orange-5))'

/** How far it is, how fast it goes, and what is being played now. */
export function RunProgress({ run }: { run: Run }) {
  const { total, passed, failed, errored } = run.counts
  const share = (part: number) => (100 * part) / Math.max(1, total)
  const played = playedOf(run)
  return (
    <Card withBorder>
      <Stack gap="xs">
        <Progress.Root size="lg">
          <Progress.Section value={share(passed)} color={green} aria-label={words.chart.passed} />
          <Progress.Section value={share(failed)} color={red} aria-label={words.chart.failed} />
          <Progress.Section value={share(errored)} color={orange} aria-label={words.chart.errored} />
        </Progress.Root>
        <Group justify="space-between" role="status" aria-label={said.progress}>
          <Text fw={600}>{said.done(played, total)}</Text>
          <Text>{verdicts.bar(passed, failed, errored)}</Text>
        </Group>
        {!isOver(run) && <Going run={run} />}
      </Stack>
    </Card>
  )
}

function Going({ run }: { run: Run }) {
  const now = useNow(1_000)
  const pace = paceOf(run, now)
  const { inFlight = [], pending = 0 } = run
  return (
    <Stack gap={4}>
      <Group gap="md">
        {pace && <Text size="sm">{said.rate(pace.perMinute)}</Text>}
        {pace?.secondsLeft !== undefined && <Text size="sm">{said.left(pace.secondsLeft)}</Text>}
        {pending > 0 && <Text size="sm">{said.waiting(pending)}</Text>}
      </Group>
      {inFlight.length > 0 && (
        <>
          <Text size="sm" fw={600}>
            {said.inFlight}
          </Text>
          <List size="sm">
            {inFlight.map(({ resultId, title, sample }) => (
              <List.Item key={resultId}>
                {title}
                {sample > 1 && `, ${said.sample(sample)}`}
              </List.Item>
            ))}
          </List>
        </>
      )}
    </Stack>
  )
}
