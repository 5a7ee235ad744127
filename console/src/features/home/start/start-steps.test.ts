import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type AgentProgress, listStartSteps } from './start-steps.ts'

const nothing: AgentProgress = {
  identity: undefined,
  facts: 0,
  things: 0,
  sources: 0,
  conversations: [],
  bindings: [{ channel: 'webchat', mode: 'managed', status: 'Active' }],
  drafts: [],
  lintErrors: 0,
  hasSamples: false,
}
const taught: AgentProgress = { ...nothing, identity: { contactEmail: 'desk@example.com' }, facts: 1 }
const doneOf = (progress: AgentProgress) => listStartSteps(progress).flatMap(({ key, isDone }) => (isDone ? [key] : []))

const cases: [title: string, progress: AgentProgress, done: string[]][] = [
  ['an agent that was just created has done nothing', nothing, []],
  ['an identity without a way to reach anybody is not done', { ...nothing, identity: { brandColor: '#0b6e6e' } }, []],
  ['an empty contact is none', { ...nothing, identity: { contactPhone: '' } }, []],
  ['a source alone is knowledge', { ...nothing, sources: 1 }, ['knowledge']],
  ['a rehearsal is a trial', { ...nothing, conversations: [{ channel: 'webchat', test: true }] }, ['trial']],
  ['a visitor makes web chat a channel', { ...nothing, conversations: [{ channel: 'webchat' }] }, ['trial', 'channel']],
  [
    'a channel of the lab reaches nobody',
    {
      ...nothing,
      bindings: [{ channel: 'sms', mode: 'managed', status: 'Active' }],
      conversations: [{ channel: 'sms' }],
    },
    ['trial'],
  ],
  [
    'a channel at a provider counts, once it is active',
    { ...nothing, bindings: [{ channel: 'sms', mode: 'unmanaged', status: 'Active' }] },
    ['channel'],
  ],
  [
    'a channel that failed does not count',
    { ...nothing, bindings: [{ channel: 'sms', mode: 'unmanaged', status: 'Failed' }] },
    [],
  ],
  ['identity and knowledge are live as they are', taught, ['identity', 'knowledge', 'publish']],
  [
    'a draft without changes hides nothing',
    { ...taught, drafts: [{ id: 'dft_1', name: 'Empty', changes: 0 }] },
    ['identity', 'knowledge', 'publish'],
  ],
]

for (const [title, progress, done] of cases) test(title, () => assert.deepEqual(doneOf(progress), done))

const obstacles: [title: string, progress: AgentProgress, kind: string][] = [
  [
    'a draft with changes comes first',
    { ...taught, drafts: [{ id: 'dft_1', name: 'Winter', changes: 2 }], lintErrors: 1, hasSamples: true },
    'draft',
  ],
  ['then errors of lint', { ...taught, lintErrors: 1, hasSamples: true }, 'lint'],
  ['then samples', { ...taught, hasSamples: true }, 'samples'],
  ['then what was not begun', nothing, 'earlier'],
]

for (const [title, progress, kind] of obstacles) {
  test(`publishing: ${title}`, () => {
    const step = listStartSteps(progress).at(-1)
    assert.equal(step?.key === 'publish' && step.obstacle?.kind, kind)
  })
}
