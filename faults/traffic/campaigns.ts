import { setTimeout as sleep } from 'node:timers/promises'
import { callsOfKind } from './acknowledged-calls.ts'
import type { TrafficActor, TrafficContext } from './actor.ts'
import type { FixtureAgent } from './fixtures.ts'
import { phoneNumberOf } from './sends.ts'

/** Every tenth person has not granted consent. */
const refusingEach = 10
const firstBlock = 31

type Crowd = { agent: FixtureAgent; block: number }

/** Starts campaigns of both agents to the given number of people each; they are running when it returns. */
export async function startCampaigns(context: TrafficContext, people: number): Promise<void> {
  const { primaryAgent, secondaryAgent } = context.fixtures
  await Promise.all(
    [primaryAgent, secondaryAgent].map((agent, n) => startCampaign(context, { agent, block: firstBlock + n }, people)),
  )
}

async function startCampaign(context: TrafficContext, { agent, block }: Crowd, people: number): Promise<void> {
  const { client, log, apiKey: token } = context
  const tag = `crowd-${agent.id}`
  const crowd = Array.from({ length: people }, (_, n) => ({
    phone: phoneNumberOf(block, n),
    tags: [tag],
    customFields: { n: `c-${agent.id}-${n}` },
    ...(n % refusingEach !== 0 && { consent: 'granted' }),
  }))
  const at = `/v1${agent.path}`
  const keyed = (what: string) => ({ token, idempotencyKey: `${what} ${agent.id}` })
  await client.call('POST', `${at}/people/import`, { channel: 'rcs', people: crowd }, keyed('import'))
  const body = { name: 'Spring', outreachId: 'spring', audience: { filter: { tag } } }
  const made = await client.call('POST', `${at}/campaigns`, body, keyed('campaign'))
  const campaignId = String(made.body.id)
  const consenting = crowd.filter(({ consent }) => consent).length
  log.record({ kind: 'campaign', agent: agent.id, campaignId, people, consenting })
  await moved(context, { agent, campaignId, verb: 'stage' })
  await isStaged(context, `${at}/campaigns/${campaignId}`)
  await moved(context, { agent, campaignId, verb: 'start' })
}

/** Staging may return before it is complete. */
async function isStaged({ client, apiKey: token }: TrafficContext, path: string): Promise<void> {
  for (;;) {
    const { body } = await client.call('GET', path, undefined, { token })
    if (body.status === 'staged') return
    await sleep(200)
  }
}

type Moving = { agent: FixtureAgent; campaignId: string; verb: 'stage' | 'start' | 'pause' | 'resume' }

/** A repeated command is refused if the first response was lost: it has already been applied. */
async function moved(
  { client, log, apiKey: token }: TrafficContext,
  { agent, campaignId, verb }: Moving,
): Promise<void> {
  const path = `/v1${agent.path}/campaigns/${campaignId}/${verb}`
  const { status } = await client.call('POST', path, {}, { token, expects: [409] })
  if (status < 300) log.record({ kind: 'move', campaignId, verb })
}

export const pauseAndResumeActor: TrafficActor = async (context) => {
  const { primaryAgent, secondaryAgent } = context.fixtures
  for (const { campaignId, agent: id } of callsOfKind(context.log.all, 'campaign')) {
    const agent = id === primaryAgent.id ? primaryAgent : secondaryAgent
    await moved(context, { agent, campaignId, verb: 'pause' })
    await sleep(300)
    await moved(context, { agent, campaignId, verb: 'resume' })
  }
  await sleep(2_000)
}
