import type { SequenceResponse } from '@parley/definition'
import { z } from 'zod'
import type { EnrollmentCounts } from './queries/report.ts'

const count = z.int().min(0)

export const SequenceReport = z
  .strictObject({
    people: count.meta({ description: 'Everyone who was enrolled; a person who was enrolled again counts once.' }),
    active: count,
    completed: count,
    failed: count,
    replied: count,
    goal: count,
    stopped: z.record(z.string(), count).meta({ description: 'By reason, for example replied or opted_out.' }),
    failures: z
      .record(z.string(), count)
      .meta({ description: 'Failed enrollments by the reason of the send, for example not_rcs_capable.' }),
    steps: z
      .array(
        z.strictObject({
          id: z.string(),
          people: count.meta({ description: 'Everyone who has come to this step.' }),
          waiting: count.meta({ description: 'People whose next step this is.' }),
          sent: count,
          skipped: count,
          failed: count.meta({ description: 'Ended without being sent.' }),
          tapped: count.meta({ description: 'People who tapped a link of it; needs trackLinks.' }),
        }),
      )
      .meta({ description: 'In the order of the sequence.' }),
  })
  .meta({
    id: 'SequenceReport',
    examples: [
      {
        ...{ people: 120, active: 40, completed: 50, failed: 2, replied: 24, goal: 9 },
        stopped: { replied: 24, opted_out: 4 },
        failures: { not_rcs_capable: 2 },
        steps: [{ id: 'welcome', people: 120, waiting: 0, sent: 118, skipped: 0, failed: 2, tapped: 31 }],
      },
    ],
  })
export type SequenceReport = z.input<typeof SequenceReport>

export function buildSequenceReport(
  { steps }: Pick<SequenceResponse, 'steps'>,
  { states, ended, waiting }: EnrollmentCounts,
): SequenceReport {
  const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
  const inState = (state: string) => sum(states.filter((one) => one.state === state).map(({ people }) => people))
  const byReason = (state: string, other: string) =>
    Object.fromEntries(
      states.filter((one) => one.state === state).map(({ reason, people }) => [reason ?? other, people]),
    )
  return {
    people: sum(states.map(({ people }) => people)),
    active: inState('active'),
    completed: inState('completed'),
    failed: inState('failed'),
    replied: sum(states.map(({ replied }) => replied)),
    goal: sum(states.map(({ goal }) => goal)),
    stopped: byReason('stopped', 'manual'),
    failures: byReason('failed', 'dispatch_failed'),
    steps: steps.map(({ id }) => {
      const own = ended.filter(({ stepId }) => stepId === id)
      const total = (isSo: (state: string) => boolean) =>
        sum(own.filter(({ state }) => isSo(state)).map(({ people }) => people))
      const [sent, skipped] = [total((state) => state === 'sent'), total((state) => state === 'skipped')]
      const failed = total((state) => state !== 'sent' && state !== 'skipped')
      const waits = waiting.find(({ stepId }) => stepId === id)?.people ?? 0
      const tapped = sum(own.map((one) => one.tapped))
      return { id, people: sent + skipped + failed + waits, waiting: waits, sent, skipped, failed, tapped }
    }),
  }
}
