import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type FakeParleyAnswer, startFakeParley } from '../../testing/fake-parley.ts'
import { runCliTest } from '../../testing/run-cli.ts'

const at = (second: number) => `2026-03-01T10:00:0${second}.000Z`
const entry = (second: number, event: string, more: object = {}) => {
  const shared = { timestamp: at(second), level: 'info', event, userId: 'usr_1', data: { second } }
  return { agentId: 'desk', ...shared, ...more, raw: {} }
}
const page = (...data: object[]): FakeParleyAnswer => ({ body: { data } })

async function logs(answers: FakeParleyAnswer[], args: string[], stopAfter = Number.POSITIVE_INFINITY) {
  const parley = await startFakeParley({ 'GET /logs': answers })
  const env = { PARLEY_URL: parley.url, PARLEY_API_KEY: 'sk-svc-0123', PARLEY_ORG: 'demo', PARLEY_AGENT: 'desk' }
  const interruption = new AbortController()
  let lines = 0
  const onOut = (text: string) => {
    lines += text.split('\n').length - 1
    if (lines >= stopAfter) interruption.abort()
  }
  const result = await runCliTest(['logs', ...args], { env, interrupted: interruption.signal, onOut })
  return { ...result, parley }
}

test('the last entries are printed, oldest first, with their data or error', async () => {
  const failed = entry(2, 'llm.call', { level: 'error', error: { message: 'timed out' } })
  const { exit, out, parley } = await logs([page(failed, entry(1, 'framework.completed'))], [])
  assert.equal(exit, 0)
  assert.deepEqual(out.trimEnd().split('\n'), [
    '10:00:01  info   framework.completed  usr_1  {"second":1}',
    '10:00:02  error  llm.call  usr_1  timed out',
  ])
  assert.equal(parley.calls.at(-1)?.query, '?limit=20')
})

test('filters are passed on, and wrong ones refused', async () => {
  const { parley } = await logs(
    [page()],
    ['list', '--level', 'warn', '--event', 'llm.call', '--user', 'usr_1', '--limit', '5'],
  )
  assert.equal(parley.calls.at(-1)?.query, '?level=warn&event=llm.call&userId=usr_1&limit=5')
  assert.match((await logs([], ['list', '--level', 'loud'])).err, /--level must be one of debug, info, warn, error/)
  assert.match((await logs([], ['tail', '--limit', '0'])).err, /--limit must be a whole number from 1 to 200/)
})

test('tail prints each entry once, also one that appears after a newer one', async () => {
  const [first, second, third, late] = [entry(1, 'one'), entry(2, 'two'), entry(4, 'four'), entry(3, 'three')]
  const history = entry(0, 'zero')
  const { exit, out, parley } = await logs(
    [page(first), page(second, first, history), page(third, second, first), page(third, late, second, first)],
    ['tail', '--json'],
    4,
  )
  assert.equal(exit, 130)
  const events = out
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line).event)
  assert.deepEqual(events, ['one', 'two', 'four', 'three'])
  assert.match(parley.calls[1]?.query ?? '', /^\?start=2026-03-01T09%3A59%3A46.000Z&limit=200$/)
})

test('tail reads all pages of what is new', async () => {
  const more = { body: { data: [entry(3, 'three')], nextPageToken: 'next' } }
  const { out, parley } = await logs([page(entry(1, 'one')), more, page(entry(2, 'two'))], ['tail', '--json'], 3)
  assert.equal(out.trimEnd().split('\n').length, 3)
  assert.match(parley.calls[2]?.query ?? '', /pageToken=next/)
})
