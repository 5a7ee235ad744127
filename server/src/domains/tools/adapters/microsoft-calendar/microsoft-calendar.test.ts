import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expectToolError, testFailures } from '../testing/failures.ts'
import { openTestTool } from '../testing/tool.ts'
import { microsoftCalendarAdapter } from './index.ts'

const graph = await openTestTool(microsoftCalendarAdapter)
const meeting = {
  subject: 'Visit',
  body: { contentType: 'text', content: 'Bring the plans.' },
  start: { dateTime: '2030-05-14T09:30:00', timeZone: 'Europe/Berlin' },
  end: { dateTime: '2030-05-14T10:00:00', timeZone: 'Europe/Berlin' },
  attendees: [{ type: 'required', emailAddress: { address: 'ada@example.com', name: 'Ada' } }],
}
const given = { accessToken: 'eyJ0.secret', with: meeting }
const event = { id: 'AAMk', webLink: 'https://outlook.office365.com/owa/?itemid=AAMk', onlineMeeting: null }
const created = { status: 201, body: event }
const sentEvent = (call = graph.calls.at(-1)) => JSON.parse(call?.body ?? '')

test('an event is added to the default calendar', async () => {
  graph.answerNext(created)
  assert.deepEqual(await graph.call(given), { id: 'AAMk', url: event.webLink })
  const { method, path, headers } = graph.calls.at(-1) ?? assert.fail()
  assert.deepEqual([method, path], ['POST', '/v1.0/me/events'])
  assert.equal(headers.authorization, 'Bearer eyJ0.secret')
  const { transactionId, ...sent } = sentEvent()
  assert.deepEqual(sent, meeting)
  assert.match(transactionId, /^[0-9a-f]{32}$/)
})

test('the settings choose the calendar, a category and a video call', async () => {
  const joinUrl = 'https://teams.microsoft.com/l/meetup-join/1'
  graph.answerNext({ status: 201, body: { ...event, onlineMeeting: { joinUrl } } })
  const config = { calendarId: 'AQMk/1==', category: 'Visits', isOnlineMeeting: true }
  assert.deepEqual(await graph.call({ ...given, config }), { id: 'AAMk', url: event.webLink, meetingUrl: joinUrl })
  assert.equal(graph.calls.at(-1)?.path, '/v1.0/me/calendars/AQMk%2F1%3D%3D/events')
  const { categories, isOnlineMeeting, onlineMeetingProvider } = sentEvent()
  assert.deepEqual([categories, isOnlineMeeting, onlineMeetingProvider], [['Visits'], true, 'teamsForBusiness'])
})

test('every repetition of a call uses the same transaction id, and another call another one', async () => {
  graph.answerNext(created, created, created)
  for (const idempotencyKey of ['turn_7', 'turn_7', 'turn_8']) await graph.call({ ...given, idempotencyKey })
  const [first, second, third] = graph.calls.slice(-3).map((call) => sentEvent(call).transactionId)
  assert.equal(first, second)
  assert.notEqual(first, third)
})

const duplicate = (status: number, more: object = {}) => ({
  status,
  body: { error: { code: 'ErrorDuplicateTransactionId', message: 'It was used before.', ...more } },
})

test('an event that an earlier attempt created is the result of the repeated call', async () => {
  graph.answerNext(duplicate(409, { '@event.existingEventId': 'AAMk/1=' }), { status: 200, body: event })
  assert.deepEqual(await graph.call(given), { id: 'AAMk', url: event.webLink })
  const { method, path } = graph.calls.at(-1) ?? assert.fail()
  assert.deepEqual([method, path], ['GET', '/v1.0/me/events/AAMk%2F1%3D'])
  graph.answerNext(duplicate(400))
  assert.deepEqual(await graph.call(given), { alreadyCreated: true })
})

test('a conflict of another kind is a failure', async () => {
  graph.answerNext({ status: 409, body: { error: { code: 'ErrorIrresolvableConflict', message: 'Changed.' } } })
  assert.match((await expectToolError(graph.call(given))).message, /Microsoft 365 refused the call \(409\): Changed\./)
})

test('a call succeeds after the grant has been refreshed, with the same event', async () => {
  graph.answerNext({ status: 401 }, created)
  await graph.call({ ...given, refreshedToken: 'eyJ0.fresh' })
  const [first, second] = graph.calls.slice(-2)
  assert.deepEqual([second?.path, second?.body], [first?.path, first?.body])
  assert.equal(second?.headers.authorization, 'Bearer eyJ0.fresh')
})

test('a calendar id of dots is refused without a call', async () => {
  const before = graph.calls.length
  const error = await expectToolError(graph.call({ ...given, config: { calendarId: '..' } }))
  assert.deepEqual([error.kind, graph.calls.length], ['invalid', before])
})

const error = (status: number, code: string, message: string) => ({
  status,
  body: { error: { code, message, innerError: { 'request-id': 'r1' } } },
})

testFailures({
  tool: graph,
  given,
  cases: [
    [
      'the time zone is unknown',
      error(400, 'TimeZoneNotSupportedException', 'A valid TimeZone value must be specified.'),
      'invalid',
      /^Microsoft 365 refused the call \(400\): A valid TimeZone value must be specified\. Correct/,
    ],
    ['the error has a code only', error(400, 'ErrorInvalidRequest', ''), 'invalid', /: ErrorInvalidRequest\. Correct/],
    [
      'the grant is refused',
      error(401, 'InvalidAuthenticationToken', 'Lifetime validation failed, the token is expired.'),
      'unauthorized',
      /^Microsoft 365 refused access \(401\)\. Connect the Microsoft account again/,
    ],
    [
      'the account may not write to the calendar',
      error(403, 'ErrorAccessDenied', 'Access is denied. Check credentials and try again.'),
      'unauthorized',
      /Let the connected Microsoft account write to this calendar/,
    ],
    [
      'the calendar does not exist',
      error(404, 'ErrorItemNotFound', 'The specified object was not found in the store.'),
      'invalid',
      /not found in the store\. Correct/,
    ],
  ],
})
