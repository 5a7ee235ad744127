import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  createBoundAgent,
  createGatewayFixture,
  createGatewaySettings,
  type GatewayFixture,
} from './testing/gateway-process.ts'
import { createSeededRandom, startMessageFlow } from './testing/message-flow.ts'
import { type ParleyProcess, startParleyProcess } from './testing/process.ts'
import { openSmsSink } from './testing/sms-sink.ts'
import { openWebhookEndpoint, readEventText, respondWithTexts } from './testing/webhook-endpoint.ts'

/**
 * Everything that the gateway has acknowledged reaches people and agents in order and exactly once, whichever process dies.
 * PARLEY_FAULT_MESSAGES sets the number of messages; then the leases of dead workers expire by themselves.
 */

const requestedCount = process.env.PARLEY_FAULT_MESSAGES
const messages = Number(requestedCount ?? 400)
const people = 20
const seed = Number(process.env.PARLEY_FAULT_SEED ?? 1)

/** The provider takes a moment for each message, so that some are always in progress. */
async function flowThrough(parley: ParleyProcess, random: () => number) {
  const sink = await openSmsSink(async () => {
    await sleep(random() * 20)
    return { status: 200 }
  })
  const endpoint = await openWebhookEndpoint((response, event) => {
    const text = readEventText(event)
    return text?.startsWith('inbound ') ? respondWithTexts(response, `echo ${text}`) : response.end()
  })
  const agent = await createBoundAgent(parley, sink, endpoint)
  return startMessageFlow({ agent, sink, endpoint, people, messages })
}

/** Points in the flow at which a process dies, by the seed. */
function moments(kills: number, random: () => number): number[] {
  return Array.from({ length: kills }, (_, n) => (n + random()) / (kills + 0.2))
}

async function leasesRunOut(ground: GatewayFixture): Promise<void> {
  if (!requestedCount) await ground.expireLeases()
}

test('stopping and killing the database under load loses, duplicates or reorders nothing', async () => {
  const random = createSeededRandom(seed + 2)
  const settings = await createGatewaySettings()
  const parley = await startParleyProcess(settings)
  const flow = await flowThrough(parley, random)
  const signals = ['SIGINT', 'SIGKILL'] as const
  for (const [n, share] of moments(signals.length, random).entries()) {
    await flow.waitForShare(share)
    process.kill(postmasterPid(settings.DATA_DIR as string), signals[n] as NodeJS.Signals)
  }
  await flow.waitForAll()
  await parley.end()
})

function postmasterPid(dataDir: string): number {
  return Number(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')[0])
}

test('repeated kill -9 of the process loses, duplicates or reorders nothing', async () => {
  const random = createSeededRandom(seed)
  const ground = await createGatewayFixture()
  let parley = await ground.start()
  const flow = await flowThrough(parley, random)
  for (const share of moments(3, random)) {
    await flow.waitForShare(share)
    await parley.end('SIGKILL')
    await leasesRunOut(ground)
    parley = await ground.start()
  }
  await flow.waitForAll()
})

test('kill -9 of the worker alone: the gateway keeps accepting, and the next worker continues the queue', async () => {
  const random = createSeededRandom(seed + 1)
  const ground = await createGatewayFixture()
  const door = await ground.start({ ROLES: 'api,gateway' })
  const worker = { ROLES: 'worker', PORT: (await createGatewaySettings()).PORT as string }
  const first = await ground.start(worker)
  const flow = await flowThrough(door, random)
  for (const share of moments(1, random)) {
    await flow.waitForShare(share)
    await first.end('SIGKILL')
    await leasesRunOut(ground)
    await ground.start(worker)
  }
  await flow.waitForAll()
  assert.equal(flow.repeats(), 0, 'who calls the gateway notices nothing')
  await door.end()
})
