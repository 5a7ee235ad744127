import assert from 'node:assert/strict'
import { test } from 'node:test'
import { fc } from '@parley/test-kit'
import { createFairSlots, NoSlotError } from './slots.ts'

type Held = { tenant: string; release(): void }

/** Requests slots and records who got one, in order. */
function asking(options: Parameters<typeof createFairSlots>[0]) {
  const slots = createFairSlots(options)
  const granted: Held[] = []
  const ask = (tenant: string, nested = false) => {
    slots.acquire({ tenant, nested }).then(
      (release) => granted.push({ tenant, release }),
      () => {},
    )
  }
  const names = async () => {
    await new Promise(setImmediate)
    return granted.map(({ tenant }) => tenant).join('')
  }
  const release = (tenant: string) => {
    const at = granted.findIndex((one) => one.tenant === tenant)
    granted.splice(at, 1)[0]?.release()
  }
  return { slots, ask, names, release }
}

test('a tenant that is alone gets every slot, and its next call waits', async () => {
  const { slots, ask, names } = asking({ slots: 4, reserve: 1 })
  for (let call = 0; call < 6; call++) ask('a')
  assert.equal(await names(), 'aaaa')
  assert.deepEqual([slots.state().used, slots.state().waiting, slots.state().busiestOrg], [4, 2, 4])
})

test('while one tenant holds all slots, others use the reserve, which that tenant does not get', async () => {
  const { ask, names, release } = asking({ slots: 4, reserve: 1 })
  for (let call = 0; call < 6; call++) ask('a')
  ask('b')
  assert.equal(await names(), 'aaaab')
  ask('b')
  release('b')
  assert.equal(await names(), 'aaaab')
  release('b')
  assert.equal(await names(), 'aaaa')
})

test('the waiting tenant with the fewest slots is next, and equals take turns', async () => {
  const { ask, names, release } = asking({ slots: 3, reserve: 0 })
  for (let call = 0; call < 5; call++) ask('a')
  for (let call = 0; call < 3; call++) ask('b')
  ask('c')
  assert.equal(await names(), 'aaa')
  const after: string[] = []
  for (let end = 0; end < 3; end++) {
    release('a')
    after.push(await names())
  }
  assert.deepEqual(after, ['aab', 'abc', 'bca'])
})

test('once the others are gone the remaining tenant gets every slot again', async () => {
  const { ask, names, release } = asking({ slots: 4, reserve: 1 })
  for (const tenant of 'aabb') ask(tenant)
  for (let call = 0; call < 4; call++) ask('a')
  assert.equal(await names(), 'aabb')
  release('b')
  release('b')
  assert.equal(await names(), 'aaaa')
})

test('a call that already holds a slot precedes other calls of its tenant and may use half of the reserve', async () => {
  const { slots, ask, names, release } = asking({ slots: 2, reserve: 2 })
  for (let call = 0; call < 3; call++) ask('a')
  assert.equal(await names(), 'aa')
  ask('a', true)
  assert.equal(await names(), 'aaa')
  ask('a', true)
  assert.equal(await names(), 'aaa')
  release('a')
  assert.equal(await names(), 'aaa')
  assert.equal(slots.state().waiting, 1)
})

test('a call that waits too long is refused, and so is one over the limit of waiting calls of its tenant', async () => {
  const slots = createFairSlots({ slots: 1, reserve: 0, waitMilliseconds: 1, maxWaiting: 1 })
  const release = await slots.acquire({ tenant: 'a' })
  const late = slots.acquire({ tenant: 'a' })
  await assert.rejects(slots.acquire({ tenant: 'a' }), NoSlotError)
  const other = slots.acquire({ tenant: 'b' })
  await assert.rejects(late, NoSlotError)
  await assert.rejects(other, NoSlotError)
  assert.deepEqual([slots.state().refusals, slots.state().waiting], [3, 0])
  release()
  release()
  assert.equal(slots.state().used, 0)
})

const steps = fc.array(fc.tuple(fc.constantFrom('a', 'b', 'c'), fc.boolean()), { maxLength: 60 })

test('for any sequence of calls the slots never exceed the limit, none is idle while a call waits, and nothing leaks', async () => {
  await fc.assert(
    fc.asyncProperty(steps, async (given) => {
      const { slots, ask, names, release } = asking({ slots: 3, reserve: 1 })
      for (const [tenant, asks] of given) {
        if (asks) ask(tenant)
        else if ((await names()).includes(tenant)) release(tenant)
        const { used, waiting } = slots.state()
        assert.ok(used <= 4 && (waiting === 0 || used >= 3), `${used} used, ${waiting} wait`)
      }
      for (let held = await names(); held !== ''; held = await names()) release(held[0] as string)
      const { used, waiting, orgsUsing } = slots.state()
      assert.deepEqual([used, waiting, orgsUsing], [0, 0, 0])
    }),
    { numRuns: 60 },
  )
})
