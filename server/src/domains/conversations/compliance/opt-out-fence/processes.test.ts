import assert from 'node:assert/strict'
import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'
import { testInCompleteRun } from '@parley/test-kit'
import { findFreePort } from '../../../../testing/free-port.ts'
import { createBoundAgent, createGatewayFixture } from '../../../../testing/gateway-process.ts'
import { openSmsSink } from '../../../../testing/sms-sink.ts'
import { openWebhookEndpoint } from '../../../../testing/webhook-endpoint.ts'

/** One process receives the STOPs, two others dispatch; they share only the database. */

const people = Array.from({ length: 12 }, (_, n) => `+4915112345${100 + n}`)
const rounds = 4
/** The period in which no message may be sent to the person. */
const hushMilliseconds = 400

/**
 * This process is also the provider and may be busy: resolves when everything written to it earlier has been received.
 */
async function caughtUp(url: string): Promise<void> {
  const asking = request(url, { method: 'POST', agent: false })
  asking.end(JSON.stringify({ id: 'none', to: 'nobody', text: '' }))
  const [response] = (await once(asking, 'response')) as [IncomingMessage]
  response.resume()
}

testInCompleteRun('under traffic no dispatch starts between the reply to a STOP and a START', async () => {
  const arrivals: { to: string; at: number }[] = []
  const sink = await openSmsSink(({ to }) => {
    arrivals.push({ to, at: performance.now() })
    return { status: 200, body: '{}' }
  })
  const ground = await createGatewayFixture()
  const door = await ground.start({ ROLES: 'api,gateway' })
  for (let n = 0; n < 2; n++) await ground.start({ ROLES: 'worker', PORT: String(await findFreePort()) })
  const agent = await createBoundAgent(door, sink, await openWebhookEndpoint())
  const users = await agent.introduce(people)
  const say = async (from: string, text: string, id: string) =>
    assert.equal(await agent.sendCallback({ type: 'message', id: `${id} ${from}`, from, text }), 200)

  const hushes: { number: string; from: number; to: number }[] = []
  const wavers = people.map(async (number, nth) => {
    const userId = users.get(number) ?? assert.fail()
    for (let round = 0; round < rounds; round++) {
      const sent = Array.from({ length: 8 }, (_, n) => agent.trySending(userId, `${round} ${n}`))
      await sleep((nth * 7) % 40)
      await say(number, 'STOP', `stop ${round}`)
      await caughtUp(sink.auth.sendUrl)
      const from = performance.now()
      await Promise.all(sent)
      await sleep(hushMilliseconds)
      hushes.push({ number, from, to: performance.now() })
      await say(number, 'START', `start ${round}`)
    }
  })
  await Promise.all(wavers)

  const late = arrivals.filter(({ to, at }) =>
    hushes.some((hush) => hush.number === to && at > hush.from && at < hush.to),
  )
  assert.deepEqual(late, [])
  const accepted = await ground.query<{ reason: string | null }>('select reason from messages')
  assert.ok(arrivals.length > 0 && accepted.some(({ reason }) => reason === 'optedOut'), 'STOPs met messages')
})
