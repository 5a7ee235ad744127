import { Group, Text } from '@mantine/core'
import { words } from '#words/tests.ts'
import { StatusBadge } from '../../../parts/StatusBadge.tsx'
import type { Result, Run } from './reads.ts'
import styles from './verdicts.module.css'

type Counts = { passed: number; failed: number; errored: number; total?: number }
const { verdicts } = words

/** How much of it passed, as a bar and in numbers. */
export function PassBar({ passed, failed, errored, total = passed + failed + errored }: Counts) {
  const share = (part: number) => ({ width: `${(100 * part) / Math.max(1, total)}%` })
  return (
    <Group gap="xs" wrap="nowrap">
      <span className={styles.bar} role="img" aria-label={verdicts.bar(passed, failed, errored)}>
        <span data-verdict="passed" style={share(passed)} />
        <span data-verdict="failed" style={share(failed)} />
        <span data-verdict="errored" style={share(errored)} />
      </span>
      <Text size="sm" style={{ whiteSpace: 'nowrap' }}>
        {verdicts.short(passed, total)}
      </Text>
    </Group>
  )
}

const shown = 12

/** What came of a case in the newest runs, oldest first: the height says it where colours do not. */
export function VerdictStrip({ verdicts: newestFirst }: { verdicts: readonly string[] }) {
  const strip = newestFirst.slice(0, shown).reverse()
  if (strip.length === 0) return <span className="quiet">{verdicts.never}</span>
  return (
    <span className={styles.strip} role="img" aria-label={verdicts.strip(strip.map((one) => words.states[one] ?? one))}>
      {strip.map((verdict, place) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a place in time has no other name
        <i key={place} data-verdict={verdict} />
      ))}
    </span>
  )
}

const looks: Record<string, string> = { errored: 'warning', claimed: 'queued', pending: 'queued' }

export function StateBadge({ state }: { state: Result['state'] | string }) {
  return <StatusBadge status={looks[state] ?? state} label={words.states[state] ?? state} />
}

export function RunBadge({ status }: { status: Run['status'] }) {
  return <StatusBadge status={status} label={words.statuses[status] ?? status} />
}
