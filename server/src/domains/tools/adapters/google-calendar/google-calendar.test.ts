import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectToolError, testFailures } from '../testing/failures.ts'
import { openTestTool } from '../testing/tool.ts'
import { googleCalendarAdapter } from './index.ts'

const calendar = await openTestTool(googleCalendarAdapter)
const meeting = {
  summary: 'Visit',
  start: { dateTime: '2030-05-14T09:30:00+02:00', timeZone: 'Europe/Berlin' },
  end: { dateTime: '2030-05-14T10:00:00+02:00' },
  attendees: [{ email: 'ada@example.com', displayName: 'Ada' }],
}
const given = { accessToken: 'ya29.secret', with: meeting }
const event = { id: 'e1', status: 'confirmed', htmlLink: 'https://calendar.google.com/event?eid=e1' }
const created = { body: { kind: 'calendar#event', ...event } }
const sentEvent = (call = calendar.calls.at(-1)) => JSON.parse(call?.body ?? '')

test('an event is added to the primary calendar, and everyone is invited', async () => {
  calendar.answerNext(created)
  assert.deepEqual(await calendar.call(given), { id: 'e1', url: event.htmlLink, status: 'confirmed' })
  const { method, path, headers } = calendar.calls.at(-1) ?? assert.fail()
  assert.equal(method, 'POST')
  assert.equal(path, '/calendar/v3/calendars/primary/events?sendUpdates=all&conferenceDataVersion=0')
  assert.equal(headers.authorization, 'Bearer ya29.secret')
  const { id, ...sent } = sentEvent()
  assert.deepEqual(sent, meeting)
  assert.match(id, /^[0-9a-v]{5,1024}$/, 'an id of base32hex digits')
})

test('the settings choose the calendar, the invitations and a video call', async () => {
  calendar.answerNext({ body: { ...event, hangoutLink: 'https://meet.google.com/abc' } })
  const config = { calendarId: 'team/a@group.calendar.google.com', sendUpdates: 'none', addMeet: true }
  const result = await calendar.call({ ...given, config })
  assert.equal((result as { meetingUrl: string }).meetingUrl, 'https://meet.google.com/abc')
  const { pathname, searchParams } = new URL(calendar.calls.at(-1)?.path ?? '', calendar.url)
  assert.equal(pathname, '/calendar/v3/calendars/team%2Fa%40group.calendar.google.com/events')
  assert.deepEqual(Object.fromEntries(searchParams), { sendUpdates: 'none', conferenceDataVersion: '1' })
  const { id, conferenceData } = sentEvent()
  const createRequest = { requestId: id, conferenceSolutionKey: { type: 'hangoutsMeet' } }
  assert.deepEqual(conferenceData, { createRequest })
})

test('every repetition of a call uses the same event id, and another call another one', async () => {
  calendar.answerNext(created, created, created)
  for (const idempotencyKey of ['turn_7', 'turn_7', 'turn_8']) await calendar.call({ ...given, idempotencyKey })
  const [first, second, third] = calendar.calls.slice(-3).map((call) => sentEvent(call).id)
  assert.equal(first, second)
  assert.notEqual(first, third)
})

test('a repetition returns the event that the first attempt created', async () => {
  calendar.answerNext({
    status: 409,
    body: { error: { code: 409, message: 'The requested identifier already exists.' } },
  })
  calendar.answerNext(created)
  assert.deepEqual(await calendar.call(given), { id: 'e1', url: event.htmlLink, status: 'confirmed' })
  const [insert, get] = calendar.calls.slice(-2)
  assert.deepEqual([get?.method, get?.path], ['GET', `/calendar/v3/calendars/primary/events/${sentEvent(insert).id}`])
})

test('a repetition fails if the event cannot be read', async () => {
  calendar.answerNext({ status: 409 }, { status: 500 })
  assert.equal((await expectToolError(calendar.call(given))).kind, 'failed')
})

test('a call succeeds after the grant has been refreshed, with the same event', async () => {
  calendar.answerNext({ status: 401 }, created)
  await calendar.call({ ...given, refreshedToken: 'ya29.fresh' })
  const [first, second] = calendar.calls.slice(-2)
  assert.deepEqual([second?.path, second?.body], [first?.path, first?.body])
  assert.equal(second?.headers.authorization, 'Bearer ya29.fresh')
})

const error = (code: number, reason: string, message: string) => ({
  status: code,
  body: { error: { code, message, errors: [{ domain: 'calendar', reason, message }] } },
})

testFailures({
  tool: calendar,
  given,
  cases: [
    [
      'the event ends before it starts',
      error(400, 'timeRangeEmpty', 'The specified time range is empty.'),
      'invalid',
      /^Google Calendar refused the call \(400\): The specified time range is empty\. Correct/,
    ],
    [
      'the grant is refused',
      error(401, 'authError', 'Invalid Credentials'),
      'unauthorized',
      /^Google Calendar refused access \(401\)\. Connect the Google account again/,
    ],
    [
      'the account may not write to the calendar',
      error(403, 'requiredAccessLevel', 'You need to have writer access to this calendar.'),
      'unauthorized',
      /You need to have writer access to this calendar\. Let the connected Google account/,
    ],
    [
      'the account calls too often',
      error(403, 'userRateLimitExceeded', 'User Rate Limit Exceeded'),
      'rateLimited',
      /^Google Calendar is limiting the rate of calls \(403\): User Rate Limit Exceeded\. Try again later\.$/,
    ],
    ['the calendar does not exist', error(404, 'notFound', 'Not Found'), 'invalid', /Not Found\. Correct/],
  ],
})
