import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createOutbox, emptyDraft, findExpired, findSendable, type OutgoingMessage } from './composer/outbox.ts'
import { formatWait, getWaitUrgency, isFiltered, readDeskSearch, toListQuery } from './desk-search.ts'

function memoryStorage(isFull = false) {
  const items = new Map<string, string>()
  return {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => {
      if (isFull) throw new Error('full')
      items.set(key, value)
    },
    removeItem: (key: string) => void items.delete(key),
  }
}

const now = Date.parse('2030-01-31T09:00:00Z')
const message = (id: string, userId = 'ada', more: Partial<OutgoingMessage> = {}): OutgoingMessage => ({
  id,
  userId,
  content: { text: id },
  at: new Date(now).toISOString(),
  ...more,
})

test('a message stays in the outbox until it is removed, over reloads and even without storage', () => {
  for (const storage of [memoryStorage(), memoryStorage(true)]) {
    const outbox = createOutbox('acme front', storage)
    outbox.add(message('one'))
    outbox.add(message('two'))
    outbox.fail('one', 'Opted out', new Date(now))
    assert.deepEqual(
      outbox.list().map(({ id, error }) => [id, error]),
      [
        ['one', 'Opted out'],
        ['two', undefined],
      ],
    )
    outbox.retry('one', new Date(now))
    outbox.remove('two')
    assert.deepEqual(outbox.list(), [message('one')])
  }
  const shared = memoryStorage()
  createOutbox('acme front', shared).add(message('one'))
  assert.equal(createOutbox('acme front', shared).list().length, 1)
  assert.deepEqual(createOutbox('acme other', shared).list(), [])
})

test('a draft belongs to its conversation, and an empty one is not stored', () => {
  const outbox = createOutbox('acme front', memoryStorage())
  outbox.writeDraft('ada', { text: 'Hel', mode: 'aml' })
  assert.deepEqual(outbox.readDraft('ada'), { text: 'Hel', mode: 'aml' })
  assert.deepEqual(outbox.readDraft('bo'), emptyDraft)
  outbox.writeDraft('ada', emptyDraft)
  assert.deepEqual(outbox.readDraft('ada'), emptyDraft)
})

test('messages of one conversation are sent in order, and none after a refused or an outdated one', () => {
  const old = new Date(now - 24 * 3_600_000).toISOString()
  assert.equal(findSendable([message('one'), message('two')], now)?.id, 'one')
  assert.equal(findSendable([message('one', 'ada', { error: 'No' }), message('two')], now), undefined)
  assert.equal(findSendable([message('one', 'ada', { at: old }), message('two', 'bo')], now)?.id, 'two')
  assert.equal(findSendable([], now), undefined)
  const failed = message('one', 'ada', { error: 'No', failedAt: new Date(now + 5_000).toISOString() })
  const later = message('three', 'ada', { at: new Date(now + 9_000).toISOString() })
  assert.equal(findSendable([failed, message('two'), later], now)?.id, 'three')
  assert.equal(findSendable([failed, message('two')], now), undefined)
  const expired = findExpired(
    [message('one'), message('two', 'ada', { at: old }), message('three', 'bo', { at: old, error: 'No' })],
    now,
  )
  assert.deepEqual(
    expired.map(({ id }) => id),
    ['two'],
  )
})

test('the URL holds the view and its filters; unknown values are dropped', () => {
  const search = readDeskSearch({ view: 'waiting', channel: 'fax', tag: 7, unanswered: 'true', snoozed: false, q: '' })
  assert.deepEqual(search, { view: 'waiting', tag: '7', unanswered: true })
  assert.deepEqual(toListQuery(search), { view: 'waiting', tag: '7', unanswered: 'true' })
  assert.deepEqual(toListQuery({}), { view: 'open' })
  assert.equal(isFiltered({ view: 'mine', conversation: 'ada' }), false)
  assert.equal(isFiltered(search), true)
})

test('waiting time is short to read and more urgent with age', () => {
  const ago = (minutes: number) => new Date(now - minutes * 60_000).toISOString()
  assert.deepEqual(
    [0.5, 12, 185, 3000].map((minutes) => formatWait(ago(minutes), now)),
    ['30 s', '12 min', '3 h 5 min', '2 d'],
  )
  assert.deepEqual(
    [1, 6, 20].map((minutes) => getWaitUrgency(ago(minutes), now)),
    ['fresh', 'late', 'overdue'],
  )
  assert.equal(formatWait(ago(-1), now), '0 s')
})
