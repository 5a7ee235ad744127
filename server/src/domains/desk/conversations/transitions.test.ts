import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { applyDeskAction, type DeskAction, type DeskStatus, deskStates } from './transitions.ts'

const now = new Date('2030-01-31T12:00:00.000Z')
const ago = (minutes: number) => new Date(now.getTime() - minutes * 60_000)

/** A conversation in each state; `human` is held by Ada, and the first to wait is her turn. */
const statuses: Record<string, DeskStatus> = {
  agent: { state: 'agent' },
  waiting: { state: 'waiting', assignee: 'ada', waitingSince: ago(2) },
  human: { state: 'human', assignee: 'ada', waitingSince: ago(3), takenAt: ago(1), activeAt: ago(1) },
  closed: { state: 'closed', returnedAt: ago(9) },
}

const actions: Record<string, DeskAction> = {
  'asks for a human': { kind: 'request' },
  'Ada takes': { kind: 'take', by: 'ada' },
  'Bo takes': { kind: 'take', by: 'bo' },
  'Bo takes by force': { kind: 'take', by: 'bo', force: true },
  'Ada assigns Bo': { kind: 'assign', by: 'ada', to: 'bo' },
  'Ada returns': { kind: 'return', by: 'ada' },
  'Bo returns with a note': { kind: 'return', by: 'bo', note: 'Be kind' },
  'Ada closes': { kind: 'close', by: 'ada' },
  'Ada snoozes': { kind: 'snooze', by: 'ada', until: new Date('2030-02-01T09:00:00.000Z') },
  'Ada writes': { kind: 'memberWrote', by: 'ada' },
  'Bo writes': { kind: 'memberWrote', by: 'bo' },
  'the person writes': { kind: 'userWrote' },
  'an hour passes': { kind: 'idle', since: ago(0) },
  'not enough time passes': { kind: 'idle', since: ago(60) },
  'Ada leaves': { kind: 'memberLeft', userId: 'ada' },
  'Bo leaves': { kind: 'memberLeft', userId: 'bo' },
  'the desk is turned off': { kind: 'disable' },
}

/** The state afterwards, its assignee, and the move that members hear of; or why it is refused. */
const table: Record<string, Record<string, string>> = {
  'asks for a human': {
    agent: 'waiting waiting',
    waiting: 'waiting ada',
    human: 'human ada',
    closed: 'waiting waiting',
  },
  'Ada takes': { agent: 'human ada taken', waiting: 'human ada taken', human: 'human ada', closed: 'human ada taken' },
  'Bo takes': {
    agent: 'human bo taken',
    waiting: 'human bo taken',
    human: 'refused taken ada',
    closed: 'human bo taken',
  },
  'Bo takes by force': {
    agent: 'human bo taken',
    waiting: 'human bo taken',
    human: 'human bo taken',
    closed: 'human bo taken',
  },
  'Ada assigns Bo': {
    agent: 'human bo assigned',
    waiting: 'human bo assigned',
    human: 'human bo assigned',
    closed: 'human bo assigned',
  },
  'Ada returns': { agent: 'agent', waiting: 'agent returned', human: 'agent returned', closed: 'agent returned' },
  'Bo returns with a note': {
    agent: 'agent returned',
    waiting: 'agent returned',
    human: 'agent returned',
    closed: 'agent returned',
  },
  'Ada closes': { agent: 'closed closed', waiting: 'closed closed', human: 'closed closed', closed: 'closed' },
  'Ada snoozes': {
    agent: 'agent snoozed',
    waiting: 'waiting ada snoozed',
    human: 'human ada snoozed',
    closed: 'closed snoozed',
  },
  'Ada writes': { agent: 'refused notHeld', waiting: 'refused notHeld', human: 'human ada', closed: 'refused notHeld' },
  'Bo writes': {
    agent: 'refused notHeld',
    waiting: 'refused notHeld',
    human: 'refused notHeld',
    closed: 'refused notHeld',
  },
  'the person writes': { agent: 'agent', waiting: 'waiting ada', human: 'human ada', closed: 'agent' },
  'an hour passes': { agent: 'agent', waiting: 'waiting ada', human: 'agent returned', closed: 'closed' },
  'not enough time passes': { agent: 'agent', waiting: 'waiting ada', human: 'human ada', closed: 'closed' },
  'Ada leaves': { agent: 'agent', waiting: 'waiting', human: 'agent returned', closed: 'closed' },
  'Bo leaves': { agent: 'agent', waiting: 'waiting ada', human: 'human ada', closed: 'closed' },
  'the desk is turned off': {
    agent: 'agent',
    waiting: 'agent returned',
    human: 'agent returned',
    closed: 'agent returned',
  },
}

function describe(before: DeskStatus, action: DeskAction): string {
  const result = applyDeskAction(before, action, now)
  if ('refused' in result) return ['refused', result.refused, 'holder' in result ? result.holder : ''].join(' ').trim()
  const { after, move } = result
  return [after.state, after.assignee, move].filter(Boolean).join(' ')
}

for (const [name, expected] of Object.entries(table)) {
  test(`${name}: in every state`, () => {
    for (const state of deskStates) {
      const [before, action] = [statuses[state] as DeskStatus, actions[name] as DeskAction]
      assert.equal(describe(before, action), expected[state], state)
    }
  })
}

test('the time to the first word counts from the start of the wait, and only for the first message', () => {
  const first = applyDeskAction(statuses.human as DeskStatus, { kind: 'memberWrote', by: 'ada' }, now)
  assert.ok('after' in first)
  assert.equal(first.seconds, 180)
  const second = applyDeskAction(first.after, { kind: 'memberWrote', by: 'ada' }, now)
  assert.ok('after' in second)
  assert.equal(second.seconds, undefined)
})

test('a message in the very moment of the take is a first message once', () => {
  const taken = applyDeskAction({ state: 'agent' }, { kind: 'take', by: 'ada' }, now)
  assert.ok('after' in taken)
  const first = applyDeskAction(taken.after, { kind: 'memberWrote', by: 'ada' }, now)
  assert.ok('after' in first)
  const second = applyDeskAction(first.after, { kind: 'memberWrote', by: 'ada' }, now)
  assert.ok('after' in second)
  assert.deepEqual([first.seconds, second.seconds], [0, undefined])
})

test('a person who writes ends the snooze', () => {
  const snoozed = { ...(statuses.human as DeskStatus), snoozedUntil: new Date('2030-02-01T09:00:00.000Z') }
  const result = applyDeskAction(snoozed, { kind: 'userWrote' }, now)
  assert.deepEqual(result, { after: statuses.human })
})

test('whatever happens, a conversation has a holder if and only if it is human', () => {
  const anyAction = fc.constantFrom(...Object.values(actions))
  fc.assert(
    fc.property(fc.array(anyAction, { maxLength: 30 }), (many) => {
      let status: DeskStatus = { state: 'agent' }
      for (const action of many) {
        const result = applyDeskAction(status, action, now)
        if ('after' in result) status = result.after
        if (status.state === 'human') assert.ok(status.assignee && status.takenAt && status.activeAt)
        else assert.ok(status.takenAt === undefined && (status.state === 'waiting' || status.assignee === undefined))
        assert.equal(status.state === 'waiting', status.state !== 'human' && status.waitingSince !== undefined)
      }
    }),
  )
})
