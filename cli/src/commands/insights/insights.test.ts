import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Routes, startFakeParley } from '../../testing/fake-parley.ts'
import { runCliTest } from '../../testing/run-cli.ts'

const insights = '/insights'
const entry = { id: 'qst_1', question: 'Do you sell paint?\u001b[2J', count: 3, people: 2, state: 'open' }

async function insightsCalled(args: string[], routes: Routes) {
  const parley = await startFakeParley(routes)
  const env = { PARLEY_URL: parley.url, PARLEY_API_KEY: 'sk-svc-own', PARLEY_ORG: 'demo', PARLEY_AGENT: 'desk' }
  return { ...(await runCliTest(['insights', ...args], { env })), parley }
}

test('insights unanswered lists questions without control characters', async () => {
  const { exit, out } = await insightsCalled(['unanswered'], {
    [`GET ${insights}/unanswered`]: { body: { data: [entry] } },
  })
  assert.equal(exit, 0)
  assert.match(out, /^ID +ASKED +PEOPLE +SUGGESTION +QUESTION\nqst_1 +3 +2 +Do you sell paint\?/)
  assert.ok(!out.includes('\u001b[2J'))
  assert.equal((await insightsCalled(['unanswered', '--state', 'lost'], {})).exit, 2)
})

test('insights answer adds a Fact to live or to a draft', async () => {
  const route = `POST ${insights}/unanswered/qst_1/_answer`
  const { exit, out, parley } = await insightsCalled(['answer', 'qst_1', 'Yes.', '--draft', 'dft_1'], {
    [route]: { body: { ...entry, state: 'answered', factId: 'paint' } },
  })
  assert.deepEqual([exit, out], [0, 'Answered by the Fact paint in the draft\n'])
  assert.deepEqual(parley.called(route)[0]?.body, { answer: 'Yes.' })
})

test('insights dismiss and reopen change the state', async () => {
  for (const [verb, said] of [
    ['dismiss', /^Dismissed: /],
    ['reopen', /^Open: /],
  ] as const) {
    const { exit, out } = await insightsCalled([verb, 'qst_1'], {
      [`POST ${insights}/unanswered/qst_1/_${verb}`]: { body: entry },
    })
    assert.equal(exit, 0)
    assert.match(out, said)
  }
})

test('insights topics and outcomes show tables', async () => {
  const topic = {
    id: 'qst_1',
    label: 'Paint',
    count: 3,
    share: 0.5,
    sessions: 2,
    contained: 1,
    goalRate: 0,
    handedOver: 0,
  }
  const topics = await insightsCalled(['topics'], { [`GET ${insights}/topics`]: { body: { data: [topic] } } })
  assert.match(topics.out, /3 +50 % +50 % +0 +Paint/)
  const row = {
    key: 'rcs',
    sessions: 4,
    contained: 3,
    questions: 5,
    unanswered: 1,
    handedOver: 0,
    goalsReached: 2,
    errors: 0,
  }
  const outcomes = await insightsCalled(['outcomes', '--by', 'channel'], {
    [`GET ${insights}/outcomes`]: { body: { data: [{ ...row, medianTurns: 2 }] } },
  })
  assert.match(outcomes.out, /^CHANNEL +SESSIONS[^\n]*\nrcs +4 +3 +1 +0 +2 +0 *\n4 sessions\n$/)
  assert.equal((await insightsCalled(['outcomes', '--by', 'moon'], {})).exit, 2)
})

const mail = { subscribed: true, timeZone: 'Europe/Berlin', day: 'fri', hour: 17, nextAt: '2030-02-01T16:00:00.000Z' }
const as = ['--as', 'user_1']
const off = { subscribed: false, timeZone: 'UTC', day: 'mon', hour: 8 }
const [readMail, writeMail] = ['GET /settings/weekly-mail', 'PUT /settings/weekly-mail']

test('insights mail says when the mail comes, and why the last one did not', async () => {
  const problem = 'The mail server is down.\u001b[2J'
  const shown = await insightsCalled(['mail', '--as', 'user_1'], { [readMail]: { body: { ...mail, problem } } })
  const first = 'Subscribed: fri 17:00 Europe/Berlin, next mail at 2030-02-01T16:00:00.000Z'
  assert.ok(shown.out.startsWith(`${first}\nThe last mail was not sent: The mail server is down.`))
  assert.ok(!shown.out.includes('\u001b[2J'))
  assert.equal(shown.parley.called(readMail)[0]?.query, '?as=user_1')
  assert.equal(
    (await insightsCalled(['mail', '--as', 'user_1'], { [readMail]: { body: off } })).out,
    'Not subscribed\n',
  )
})

test('insights subscribe changes what is named and leaves the rest; unsubscribe ends it', async () => {
  const routes = { [readMail]: { body: mail }, [writeMail]: { body: { ...mail, hour: 9 } } }
  const { exit, out, parley } = await insightsCalled(['subscribe', '--hour', '9', ...as], routes)
  assert.deepEqual([exit, out.startsWith('Subscribed: fri 09:00 Europe/Berlin')], [0, true])
  const body = { subscribed: true, timeZone: 'Europe/Berlin', day: 'fri', hour: 9 }
  assert.deepEqual(parley.called(writeMail)[0]?.body, body)
  const wanted = ['--day', 'sun', '--time-zone', 'Asia/Tokyo', ...as]
  const answers = { [readMail]: { body: off }, [writeMail]: { body: mail } }
  const first = await insightsCalled(['subscribe', ...wanted], answers)
  const firstBody = { subscribed: true, timeZone: 'Asia/Tokyo', day: 'sun', hour: 8 }
  assert.deepEqual(first.parley.called(writeMail)[0]?.body, firstBody)
  for (const wrong of [
    ['--day', 'moonday'],
    ['--hour', '24'],
    ['--hour', 'noon'],
  ])
    assert.equal((await insightsCalled(['subscribe', ...wrong, ...as], routes)).exit, 2)
  const ended = await insightsCalled(['unsubscribe', ...as], { [writeMail]: { body: off } })
  assert.deepEqual([ended.out, ended.parley.called(writeMail)[0]?.body], ['Not subscribed\n', { subscribed: false }])
})

test('the commands of the weekly mail ask for the member', async () => {
  for (const command of ['mail', 'subscribe', 'unsubscribe']) {
    const { exit, err } = await insightsCalled([command], {})
    assert.equal(exit, 2)
    assert.match(err, /--as must name the member/)
  }
})
