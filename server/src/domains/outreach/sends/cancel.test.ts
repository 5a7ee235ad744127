import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertOneWins, assertProblem, assertStatus } from '../../../testing/client.ts'
import { createOutreachBench } from '../../../testing/outreach-bench.ts'

/** Canceling a send with `If-Match`, the ETag that the operator has seen. */

const bench = await createOutreachBench()
const agent = await bench.agent('rcs')
const outreachId = await agent.outreach()

async function queued(): Promise<{ path: string; etag: string }> {
  const { id: personId } = await agent.createPerson()
  const { sendId } = await agent.accepted(outreachId, { recipient: { personId } })
  const path = `/outreach/sends/${sendId}`
  return { path, etag: (await agent.api.get(path)).headers.etag as string }
}

test('only one of several concurrent cancels with the same ETag succeeds', async () => {
  for (let round = 0; round < 5; round++) {
    const { path, etag } = await queued()
    const calls = Array.from(
      { length: 6 },
      () => (mark: Record<string, string>) => agent.api.post(`${path}/cancel`, undefined, mark),
    )
    assert.equal((await assertOneWins(calls, etag)).body.state, 'cancelled')
  }
})

test('a cancel with the ETag from before the dispatch is refused for the ETag, not for its state', async () => {
  const { path, etag } = await queued()
  await bench.work()
  assertProblem(
    await agent.api.post(`${path}/cancel`, undefined, { 'if-match': etag }),
    412,
    'request.precondition_failed',
  )
  assertProblem(await agent.api.post(`${path}/cancel`), 409, 'agent.outreach.send_not_cancellable')
  assert.equal(assertStatus(await agent.api.get(path), 200).state, 'sent')
})
