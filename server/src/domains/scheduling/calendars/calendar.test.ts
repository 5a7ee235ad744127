import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import { fc } from '@parley/test-kit'
import { createOutbound, readLimited } from '../../../platform/outbound/index.ts'
import { intersectIntervals, mergeIntervals, type TimeInterval } from '../slots/time.ts'
import type { AppointmentEvent, Calendar, CalendarAdapter, SendCalendarRequest } from './calendar.ts'
import { chunkRange, createEventId, googleCalendar } from './google.ts'
import { microsoftCalendar } from './microsoft.ts'
import { faultHeader, type ServerFault, serverFaults } from './testing/calendar-server.ts'
import { startGoogleCalendar } from './testing/google-calendar.ts'
import { startMicrosoftCalendar } from './testing/microsoft-calendar.ts'

/** The same tests for the calendars of every provider. */

const isToken = (token: string) => token === 'good'
const google = await startGoogleCalendar(isToken)
const microsoft = await startMicrosoftCalendar(isToken)
const outbound = createOutbound({ allowPrivateNetwork: true })
after(() => Promise.all([outbound.close(), google.close(), microsoft.close()]))

const askAs =
  (token: string, { patience = 10_000, fault }: { patience?: number; fault?: ServerFault } = {}): SendCalendarRequest =>
  async ({ method, url, body, headers }) => {
    const response = await outbound.fetch(url, {
      method,
      redirect: 'error',
      signal: AbortSignal.timeout(patience),
      headers: { authorization: `Bearer ${token}`, ...(fault && { [faultHeader]: fault }), ...headers },
      ...(body && { body: JSON.stringify(body) }),
    })
    const text = (await readLimited(response, 4_000_000)).toString()
    return { status: response.status, body: text && !text.startsWith('<') ? JSON.parse(text) : undefined }
  }

const day = 86_400_000
const hour = 3_600_000
const start = Date.parse('2030-03-30T00:00:00Z')
const range = { start, end: start + 200 * day }

const booked: AppointmentEvent = {
  appointmentId: 'apt_0m3k1zzzzzzz',
  title: 'Appointment: Jo',
  description: 'Bring the keys',
  startUtc: new Date('2030-04-01T09:00:00.000Z'),
  endUtc: new Date('2030-04-01T09:30:00.000Z'),
}
const asShown = {
  title: 'Appointment: Jo',
  description: 'Bring the keys',
  start: '2030-04-01T09:00:00.000Z',
  end: '2030-04-01T09:30:00.000Z',
}
const later = { ...booked, startUtc: new Date('2030-04-02T09:00:00Z'), endUtc: new Date('2030-04-02T10:00:00Z') }
const asShownLater = { ...asShown, start: '2030-04-02T09:00:00.000Z', end: '2030-04-02T10:00:00.000Z' }

type Server = typeof google | typeof microsoft
const both: [kind: CalendarAdapter, server: Server][] = [
  [googleCalendar, google],
  [microsoftCalendar, microsoft],
]

beforeEach(() => {
  for (const [, server] of both) {
    server.calls = []
    server.clear()
  }
  microsoft.setNextLink(undefined)
})

const within = (intervals: TimeInterval[], range: TimeInterval) =>
  intersectIntervals(mergeIntervals(intervals), [range])

for (const [kind, server] of both) {
  const calendar: Calendar = kind(askAs('good'), { base: server.base })
  const ids = () => server.events().map(({ id }) => id)
  const listEvents = () => server.events().map(({ id: _, ...event }) => event)

  test(`the busy times of a ${server.id} calendar are the union of its events, and nothing else`, async () => {
    const interval = fc
      .record({ from: fc.integer({ min: -50, max: 4850 }), long: fc.integer({ min: 1, max: 400 }) })
      .map(({ from, long }) => ({ start: start + from * hour, end: start + (from + long) * hour }))
    await fc.assert(
      fc.asyncProperty(fc.array(interval, { maxLength: 12 }), async (intervals) => {
        server.clear()
        for (const each of intervals) server.add(each)
        const busy = within(await calendar.busy(range), range)
        assert.deepEqual(busy, within(intervals, range))
      }),
      { numRuns: 40 },
    )
  })

  test(`a ${server.id} calendar without events is never busy`, async () => {
    assert.deepEqual(await calendar.busy(range), [])
  })

  test(`an appointment can be added to a ${server.id} calendar, changed there and removed`, async () => {
    const id = await calendar.put(booked)
    assert.deepEqual(listEvents(), [asShown])
    assert.deepEqual(await calendar.busy(range), [{ start: +booked.startUtc, end: +booked.endUtc }])
    assert.equal(await calendar.put({ ...later, description: undefined }, id), id)
    assert.deepEqual(listEvents(), [{ ...asShownLater, description: '' }])
    await calendar.remove(booked.appointmentId, id)
    assert.deepEqual(listEvents(), [])
    await calendar.remove(booked.appointmentId, id)
  })

  test(`adding to a ${server.id} calendar again without the event id changes the existing event`, async () => {
    const id = await calendar.put(booked)
    assert.equal(await calendar.put(booked), id)
    assert.equal(await calendar.put(later), id)
    assert.deepEqual(listEvents(), [asShownLater])
  })

  test(`an event deleted in a ${server.id} calendar is created again, as often as that happens`, async () => {
    let id = await calendar.put(booked)
    for (let times = 0; times < 3; times++) {
      server.delete(id)
      assert.deepEqual(listEvents(), [])
      id = await calendar.put(later, id)
      assert.deepEqual(listEvents(), [asShownLater])
      assert.deepEqual(ids(), [id])
    }
  })

  test(`an event that was created again without its id being stored is removed from a ${server.id} calendar`, async () => {
    const first = await calendar.put(booked)
    server.delete(first)
    const second = await calendar.put(booked, first)
    server.delete(second)
    await calendar.put(later, second)
    await calendar.remove(booked.appointmentId, first)
    assert.deepEqual(listEvents(), [])
    await calendar.remove(booked.appointmentId, first)
    await calendar.remove('apt_never_there')
  })

  test(`appointments in one ${server.id} calendar have separate events`, async () => {
    const made = [await calendar.put(booked), await calendar.put({ ...booked, appointmentId: 'apt_0m3k1zzzzzzy' })]
    assert.deepEqual(ids(), made)
    assert.notEqual(made[0], made[1])
  })

  test(`the other calendars of a ${server.id} account are separate`, async () => {
    const named = 'team/1@example.com?x=#y'
    server.calendars(named)
    const other = kind(askAs('good'), { base: server.base, calendarId: named })
    server.add({ start, end: start + hour })
    const id = await other.put(booked)
    assert.deepEqual(server.events(named), [{ id, ...asShown }])
    assert.deepEqual(await other.busy(range), [{ start: +booked.startUtc, end: +booked.endUtc }])
    assert.equal(server.events().length, 1)
    await other.remove(booked.appointmentId, id)
    assert.deepEqual(server.events(named), [])
    const unknown = kind(askAs('good'), { base: server.base, calendarId: 'nobody' })
    await assert.rejects(unknown.busy(range))
    await assert.rejects(unknown.put(booked))
    await unknown.remove(booked.appointmentId, id)
  })

  for (const fault of serverFaults) {
    test(`a ${server.id} calendar is unreachable when its provider ${fault}`, async () => {
      const id = await calendar.put(booked)
      const hurried = kind(askAs('good', { patience: 100, fault }), { base: server.base })
      await assert.rejects(hurried.busy(range), Error)
      await assert.rejects(hurried.put(later), Error)
      if (fault === 'fails' || fault === 'hangs') await assert.rejects(hurried.remove('apt_1', id), Error)
      assert.deepEqual(listEvents(), [asShown])
    })
  }

  test(`a ${server.id} calendar shows nothing to a stranger`, async () => {
    const stranger = kind(askAs('bad'), { base: server.base })
    await assert.rejects(stranger.busy(range), { message: 'the calendar returned 401' })
    await assert.rejects(stranger.put(booked), { message: 'the calendar returned 401' })
    assert.deepEqual(listEvents(), [])
  })
}

test('free, elsewhere and cancelled events of a Microsoft calendar do not count as busy', async () => {
  const calendar = microsoftCalendar(askAs('good'), { base: microsoft.base })
  const at = (hours: number) => ({ start: start + hours * hour, end: start + (hours + 1) * hour })
  const own = undefined
  microsoft.add(at(0), own, { showAs: 'free' })
  microsoft.add(at(2), own, { showAs: 'workingElsewhere' })
  microsoft.add(at(4), own, { showAs: 'busy', isCancelled: true })
  for (const [index, showAs] of ['tentative', 'busy', 'oof', 'unknown'].entries()) {
    microsoft.add(at(10 + 2 * index), own, { showAs })
  }
  assert.deepEqual(await calendar.busy(range), [at(10), at(12), at(14), at(16)])
})

test('the token is not sent to another host that a Microsoft calendar links to', async () => {
  const calendar = microsoftCalendar(askAs('good'), { base: microsoft.base })
  for (const elsewhere of [
    `${google.base}/x`,
    'http://127.0.0.1:9/v1.0/me',
    microsoft.base.replace('/v1.0', '.evil/v1.0/x'),
  ]) {
    microsoft.setNextLink(elsewhere)
    await assert.rejects(calendar.busy(range), { message: 'the calendar redirects to another address' })
  }
  assert.equal(google.calls.length, 0)
})

test('endless pages of a Microsoft calendar are abandoned', async () => {
  const calendar = microsoftCalendar(askAs('good'), { base: microsoft.base })
  microsoft.setNextLink(
    `${microsoft.base}/me/calendarView?startDateTime=2030-01-01T00:00:00Z&endDateTime=2030-01-02T00:00:00Z`,
  )
  await assert.rejects(calendar.busy(range), { message: 'the calendar has too many events to read' })
})

test('a Google event id uses only the letters that Google accepts, and is unique to one appointment', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: 'binary' }),
      fc.string({ unit: 'binary' }),
      fc.nat({ max: 9 }),
      (one, other, life) => {
        assert.equal(
          createEventId(one, life) === createEventId(other, life),
          Buffer.from(one).equals(Buffer.from(other)),
        )
        if (one) assert.match(createEventId(one, life), /^[a-v0-9]{5,1024}$/)
      },
    ),
  )
})

test('a range is requested in chunks without a gap', () => {
  fc.assert(
    fc.property(fc.nat({ max: 1000 }), fc.nat({ max: 1000 }), fc.integer({ min: 1, max: 300 }), (start, long, most) => {
      const whole = { start, end: start + long }
      const cut = chunkRange(whole, most)
      assert.deepEqual(mergeIntervals(cut), mergeIntervals([whole]))
      for (const piece of cut) assert.ok(piece.end - piece.start <= most && piece.start < piece.end)
    }),
  )
})
