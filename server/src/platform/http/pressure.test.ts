import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { setTimeout as delay } from 'node:timers/promises'
import fastify from 'fastify'
import { rejectUnderPressure } from './pressure.ts'

const app = fastify()
rejectUnderPressure(app, (url) => url === '/healthz', { everyMs: 20, mostDelayMs: 200 })
app.get('/work', async () => 'done')
app.get('/healthz', async () => 'alive')
after(() => app.close())

const status = async (url: string) => (await app.inject(url)).statusCode

function block(ms: number): void {
  const until = performance.now() + ms
  while (performance.now() < until);
}

async function blockedTimes(times: number): Promise<void> {
  for (let time = 0; time < times; time++) {
    block(300)
    await delay(1)
  }
}

test('a server that is not listening refuses no request', async () => {
  await blockedTimes(5)
  assert.equal(await status('/work'), 200)
})

test('a server whose event loop lags for long refuses requests at once, still serves health, and recovers by itself', async () => {
  await app.listen({ port: 0, host: '127.0.0.1' })
  await delay(200)
  await blockedTimes(1)
  assert.equal(await status('/work'), 200, 'one pause is no overload')
  await blockedTimes(3)
  while ((await status('/work')) !== 503) await blockedTimes(1)
  assert.equal(await status('/healthz'), 200)
  while ((await status('/work')) !== 200) await delay(20)
})
