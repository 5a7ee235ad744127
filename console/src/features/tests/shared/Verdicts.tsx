import { Group, Text } from '@mantine/core'
import { strings } from '#i18n/tests.ts'
import { StatusBadge } from '../../../components/StatusBadge.tsx'
import type { TestResult, TestRun } from './test-data.ts'
import styles from './verdicts.module.css'

type VerdictCounts = { passed: number; failed: number; errored: number; total?: number }
const { verdicts } = strings

/** Pass rate as a bar and in numbers. */
export function PassBar({ passed, failed, errored, total = passed + failed + errored }: VerdictCounts) {
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

const maxVerdicts = 12

/** Verdicts of a case in the newest runs, oldest first; the height distinguishes them without color. */
export function VerdictStrip({ verdicts: newestFirst }: { verdicts: readonly string[] }) {
  const strip = newestFirst.slice(0, maxVerdicts).reverse()
  if (strip.length === 0) return <span className="quiet">{verdicts.never}</span>
  return (
    <span
      className={styles.strip}
      role="img"
      aria-label={verdicts.strip(strip.map((one) => strings.states[one] ?? one))}
    >
      {strip.map((verdict, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: only their position identifies points in time
        <i key={index} data-verdict={verdict} />
      ))}
    </span>
  )
}

const stateColors: Record<string, string> = { errored: 'warning', claimed: 'queued', pending: 'queued' }

export function StateBadge({ state }: { state: TestResult['state'] | string }) {
  return <StatusBadge status={stateColors[state] ?? state} label={strings.states[state] ?? state} />
}

export function RunBadge({ status }: { status: TestRun['status'] }) {
  return <StatusBadge status={status} label={strings.statuses[status] ?? status} />
}
