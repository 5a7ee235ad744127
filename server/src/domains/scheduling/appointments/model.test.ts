import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { stillWorld } from '../../../platform/world.ts'
import { createTestAgent } from '../../../testing/agent.ts'
import { createTestApp } from '../../../testing/app.ts'
import { type AppointmentBook, anna, ben, createAppointmentBook } from './testing/appointment-book.ts'

/** Random bookings, reschedulings, and cancellations, compared with a model that knows only intervals. */
const world = stillWorld('2030-01-07T08:00:00Z')
const server = await createTestApp({ world })

type Kept = { id: string; host: string; start: number; end: number; actions: string[] }

/** A quarter-hour slot on the next morning. */
const quarter = fc.nat({ max: 15 })
const host = fc.constantFrom('anna', 'ben')
const length = fc.constantFrom(15, 30, 45, 60)
const which = fc.nat({ max: 9 })
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('book' as const), quarter, host, length }) },
  { weight: 3, arbitrary: fc.record({ kind: fc.constant('move' as const), which, quarter, host, length }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('cancel' as const), which }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

const dawn = Date.parse('2030-01-08T06:00:00Z')
const times = ({ quarter, length }: { quarter: number; length: number }) => {
  const start = dawn + quarter * 15 * 60_000
  return { start, end: start + length * 60_000 }
}

const isActive = ({ actions }: Kept) => actions.at(-1) !== 'cancelled'

function isFree(appointments: Kept[], wanted: { host: string; start: number; end: number }, except?: Kept): boolean {
  const clashes = (one: Kept) => one.host === wanted.host && one.start < wanted.end && wanted.start < one.end
  return !appointments.some((one) => one !== except && isActive(one) && clashes(one))
}

async function take(diary: AppointmentBook, appointments: Kept[], step: Step): Promise<void> {
  if (step.kind === 'book') return tryBooking(diary, appointments, { host: step.host, ...times(step) })
  const one = appointments[step.which % Math.max(1, appointments.length)]
  if (!one) return
  if (step.kind === 'move') return tryMoving(diary, appointments, one, { host: step.host, ...times(step) })
  const { status } = await diary.change(one.id, { status: 'cancelled' })
  assert.equal(status, 200)
  if (isActive(one)) one.actions.push('cancelled')
}

type Wanted = { host: string; start: number; end: number }
const toBody = ({ host, start, end }: Wanted) => ({
  startUtc: new Date(start).toISOString(),
  durationMinutes: (end - start) / 60_000,
  representativeId: host,
})

async function tryBooking(diary: AppointmentBook, appointments: Kept[], wanted: Wanted): Promise<void> {
  const { startUtc, ...more } = toBody(wanted)
  const { status, body } = await diary.book(startUtc, more)
  assert.equal(status, isFree(appointments, wanted) ? 201 : 409)
  if (status === 201) appointments.push({ id: body.id, ...wanted, actions: ['booked'] })
}

async function tryMoving(diary: AppointmentBook, appointments: Kept[], one: Kept, wanted: Wanted): Promise<void> {
  const { status } = await diary.change(one.id, toBody(wanted))
  const same = one.host === wanted.host && one.start === wanted.start && one.end === wanted.end
  const moves = isActive(one) && isFree(appointments, wanted, one)
  assert.equal(status, same || moves ? 200 : 409)
  if (same || !moves) return
  Object.assign(one, wanted)
  one.actions.push('rescheduled')
}

const statuses: Record<string, string> = { booked: 'scheduled', rescheduled: 'rescheduled', cancelled: 'cancelled' }

test('after any sequence of bookings, moves and cancellations no one is double-booked and every history is correct', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 25 }), async (steps) => {
      const diary = await createAppointmentBook(await createTestAgent(server), { representatives: [anna, ben] })
      const appointments: Kept[] = []
      for (const step of steps) await take(diary, appointments, step)
      const listed = new Map((await diary.list()).map((one) => [one.id, one]))
      assert.equal(listed.size, appointments.length)
      for (const one of appointments) {
        const { status, history, representativeId, startUtc, endUtc } = listed.get(one.id)
        const actions = history.map(({ action }: { action: string }) => action)
        assert.deepEqual(actions, one.actions)
        assert.equal(status, statuses[one.actions.at(-1) ?? ''])
        assert.deepEqual([representativeId, Date.parse(startUtc), Date.parse(endUtc)], [one.host, one.start, one.end])
        // A canceled appointment keeps its time; before that, each rescheduling starts where the previous one ended.
        const moves = history.filter(({ to }: { to?: string }) => to)
        assert.equal(moves.at(-1).to, startUtc)
        for (const [n, { from }] of moves.entries()) assert.equal(from, moves[n - 1]?.to)
      }
      const next = appointments.filter(isActive).toSorted((one, other) => one.start - other.start)[0]
      const { scheduledCallAt } = await diary.person()
      assert.equal(scheduledCallAt, next && new Date(next.start).toISOString())
    }),
    { numRuns: 15 },
  )
})
