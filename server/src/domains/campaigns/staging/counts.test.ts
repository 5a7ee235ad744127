import assert from 'node:assert/strict'
import { test } from 'node:test'
import { exclusionReasons } from '@parley/definition/vocabulary'
import { fc } from '@parley/test-kit'
import { createStagingBench, type PersonTraits } from '../../../testing/staging-bench.ts'
import type { ExclusionReason } from '../campaign.ts'

/** For any set of people: everybody is counted once, under the first reason, and the positions have no gaps. */

const bench = await createStagingBench()
const agents = {
  Active: await bench.agent('Hello {person.firstName|block-send}'),
  Disabled: await bench.agent('Hello {person.firstName|block-send}'),
}
bench.bindings.set(agents.Disabled.key, 'Disabled')

const send = fc.record({
  class: fc.constantFrom('marketing', 'service'),
  state: fc.constantFrom('queued', 'sent', 'failed', 'suppressed', 'cancelled'),
  hoursAgo: fc.constantFrom(1, 47, 48, 100),
  sandbox: fc.boolean(),
})
const identities = fc.constantFrom<NonNullable<PersonTraits['identities']>>(
  [],
  [{ channel: 'rcs' }],
  [{ channel: 'sms', preferred: true }],
  [{ channel: 'sms', preferred: true }, { channel: 'rcs' }],
)
const somebody: fc.Arbitrary<PersonTraits> = fc.record({
  consent: fc.constantFrom('granted', 'granted', 'granted', 'denied', 'unknown'),
  firstName: fc.constantFrom('Ada', 'Ada', '', '\u2003', undefined),
  identities,
  stop: fc.constantFrom(undefined, undefined, 'rcs', 'sms'),
  sends: fc.array(send, { maxLength: 2 }),
})

type Terms = { outreachId: string; includePreviouslyContacted?: boolean; binding: keyof typeof agents }
const terms: fc.Arbitrary<Terms> = fc.record({
  outreachId: fc.constantFrom('marketing', 'service'),
  includePreviouslyContacted: fc.constantFrom(undefined, true, false),
  binding: fc.constantFrom('Active', 'Active', 'Disabled'),
})
const effort = fc.record({ atOnce: fc.integer({ min: 1, max: 5 }), fewKeys: fc.constantFrom(-1, 50_000) })

/** Each exclusion rule of the specification, independently implemented. */
function reasonFor(person: PersonTraits, { outreachId, includePreviouslyContacted, binding }: Terms) {
  const { consent, firstName, identities = [], stop, sends = [] } = person
  const live = sends.filter(({ sandbox }) => !sandbox)
  const touches = live.filter(({ class: kind, state }) => kind === 'marketing' && /^(queued|sent)$/.test(state ?? ''))
  const holds: Record<ExclusionReason, boolean> = {
    'no-consent': consent !== 'granted',
    'previously-contacted':
      !(includePreviouslyContacted ?? outreachId === 'service') && live.some(({ state }) => state === 'sent'),
    'frequency-gated': outreachId === 'marketing' && touches.some(({ hoursAgo }) => hoursAgo < 48),
    'no-channel-identity': !identities.some(({ channel }) => channel === 'rcs'),
    'channel-unresolved': binding === 'Disabled',
    'no-template': false,
    'template-blocked': !firstName?.trim(),
    'opted-out': stop !== undefined,
  }
  return exclusionReasons.find((reason) => holds[reason]) ?? null
}

let runs = 0

test('the counts of a staging add up', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(somebody, { maxLength: 8 }), terms, effort, async (people, given, effort) => {
      const { binding, ...more } = given
      const agent = agents[binding]
      const source = `run ${++runs}`
      const ids = await bench.people(agent, ...people.map((traits) => ({ ...traits, source })))
      const made = await bench.campaign(agent, { filter: { source } }, more)
      const { staged, snapshot } = await bench.stage(agent, made, { effort })
      const rows = await bench.rows(snapshot)
      const reasons = people.map((traits) => reasonFor(traits, given))
      assert.deepEqual(
        rows.map(({ n, person_id, reason }) => ({ n, person_id, reason })),
        ids.map((person_id, at) => ({ n: at + 1, person_id, reason: reasons[at] })),
      )
      const places = rows.flatMap(({ place, reason }) => (reason === null ? [place] : []))
      assert.deepEqual(
        places,
        Array.from(places, (_, at) => at + 1),
      )
      const excluded = Object.values(staged?.exclusions ?? {}).reduce((sum, count) => sum + count, 0)
      assert.deepEqual([staged?.total, staged?.sendable], [ids.length, places.length])
      assert.equal(excluded + places.length, ids.length)
    }),
    { numRuns: 25 },
  )
})
