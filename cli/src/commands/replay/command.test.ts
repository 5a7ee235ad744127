import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, describe, test } from 'node:test'
import { type Routes, startFakeParley } from '../../testing/fake-parley.ts'
import { runCliTest } from '../../testing/run-cli.ts'

const folder = mkdtempSync(join(tmpdir(), 'parley-replay-'))
after(() => rmSync(folder, { recursive: true }))

async function parley(args: string[], routes: Routes) {
  const fake = await startFakeParley(routes)
  const env = {
    ...{ PARLEY_URL: fake.url, PARLEY_API_KEY: 'sk-svc-0123456789abcdef' },
    ...{ PARLEY_ORG: 'demo', PARLEY_AGENT: 'desk' },
  }
  return { ...(await runCliTest(args, { env, workingDirectory: folder })), fake }
}

const replay = { id: 'rpl_1', status: 'running', conversations: 2, turns: 2, same: 1, changed: 1, errors: 0 }
const turn = {
  said: 'When are you open?',
  before: { text: 'From nine.', tools: [] },
  after: { text: 'From <ten>.\u001b[2J', tools: ['people.save'] },
  ...{ verdict: 'changed', why: ['text', 'tools'] },
}
const changed = { sessionId: 'ses_1', verdict: 'changed', turns: [turn] }
const routes = (end: object, conversations: object[] = []): Routes => ({
  'POST /replays': { status: 202, body: replay },
  'GET /replays/rpl_1': { body: { ...replay, status: 'completed', ...end } },
  'GET /replays/rpl_1/conversations': { body: { data: conversations } },
  'POST /replays/rpl_1/cancel': { body: { ...replay, status: 'cancelled' } },
})

describe('parley replay', () => {
  test('passes if every conversation is the same, and sends what was asked for', async () => {
    const args = ['replay', '--draft', 'dft_1', '--start', '2030-01-30', '--end', '2030-01-31', '--limit', '50']
    const { exit, out, err, fake } = await parley(args, routes({ same: 2, changed: 0 }))
    assert.equal(exit, 0, err)
    assert.match(out, /COMPLETED {2}2 conversations: 2 the same, 0 changed, 0 with errors {2}rpl_1/)
    assert.deepEqual(fake.called('POST /replays')[0]?.body, {
      ...{ start: '2030-01-30T00:00:00.000Z', end: '2030-01-31T00:00:00.000Z', limit: 50, draftId: 'dft_1' },
    })
  })

  test('exits with 1 and shows both answers if a conversation changed, and writes JUnit XML', async () => {
    const { exit, out } = await parley(['replay', '--junit', 'reports/replay.xml'], routes({}, [changed]))
    assert.equal(exit, 1)
    assert.match(
      out,
      /> When are you open\? {2}\(text, tools\)\n {4}- From nine\.\n {4}\+ From <ten>\. \[2J \[people\.save\]/,
    )
    const xml = readFileSync(join(folder, 'reports/replay.xml'), 'utf8')
    assert.match(xml, /<testsuite name="replay rpl_1" tests="2" failures="1" errors="0">/)
    assert.match(xml, /<failure message="text, tools">&gt; When are you open\?\n- From nine\.\n\+ From &lt;ten&gt;\./)
  })

  test('--max-changed accepts so many, but an error never passes', async () => {
    assert.equal((await parley(['replay', '--max-changed', '1'], routes({}, [changed]))).exit, 0)
    assert.equal((await parley(['replay', '--max-changed', '1'], routes({ errors: 1 }))).exit, 1)
  })

  test('exits with 3 if the replay failed, and says why', async () => {
    const end = { status: 'failed', failReason: 'The draft was published or deleted' }
    const { exit, out } = await parley(['replay'], routes(end))
    assert.equal(exit, 3)
    assert.match(out, /The draft was published or deleted/)
  })

  test('options that cannot work are refused before anything is sent', async () => {
    for (const args of [
      ['--draft', 'a', '--version', '1'],
      ['--limit', '0'],
      ['--start', 'yesterday'],
    ]) {
      const { exit, fake } = await parley(['replay', ...args], {})
      assert.deepEqual([exit, fake.calls], [2, []])
    }
  })
})

describe('parley drafts canary', () => {
  const draft = { id: 'dft_1', name: 'Summer', baseVersion: 7, changes: 2 }

  test('sets the share, and ends it', async () => {
    const set = await parley(['drafts', 'canary', 'dft_1', '--percent', '10'], {
      'POST /drafts/dft_1/_canary': { body: { ...draft, canary: { percent: 10 } } },
    })
    assert.deepEqual([set.exit, set.out], [0, 'dft_1 answers 10 % of new sessions\n'])
    assert.deepEqual(set.fake.called('POST /drafts/dft_1/_canary')[0]?.body, { percent: 10 })
    const ended = await parley(['drafts', 'canary', 'dft_1', '--end'], {
      'POST /drafts/dft_1/_endCanary': { body: draft },
    })
    assert.deepEqual([ended.exit, ended.out], [0, 'dft_1 answers no new sessions\n'])
    assert.equal((await parley(['drafts', 'canary', 'dft_1'], {})).exit, 2)
  })
})
