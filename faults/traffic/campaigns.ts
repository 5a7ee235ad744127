import { setTimeout as sleep } from 'node:timers/promises'
import type { Actor, Scene } from './actor.ts'
import { deedsOf } from './deeds.ts'
import { numberOf } from './sends.ts'
import type { Agent } from './setting.ts'

/** Every tenth has not agreed to anything. */
const refusingEach = 10
const firstBlock = 31

type Crowd = { agent: Agent; block: number }

/** Campaigns of both agents to so many people each, under way when it returns. */
export async function startCampaigns(scene: Scene, people: number): Promise<void> {
  const { harbour, quay } = scene.setting
  await Promise.all([harbour, quay].map((agent, n) => startCampaign(scene, { agent, block: firstBlock + n }, people)))
}

async function startCampaign(scene: Scene, { agent, block }: Crowd, people: number): Promise<void> {
  const { client, log, apiKey: token } = scene
  const tag = `crowd-${agent.id}`
  const crowd = Array.from({ length: people }, (_, n) => ({
    phone: numberOf(block, n),
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
  log.note({ kind: 'campaign', agent: agent.id, campaignId, people, consenting })
  await moved(scene, { agent, campaignId, verb: 'stage' })
  await isStaged(scene, `${at}/campaigns/${campaignId}`)
  await moved(scene, { agent, campaignId, verb: 'start' })
}

/** Staging may be answered before it is over. */
async function isStaged({ client, apiKey: token }: Scene, path: string): Promise<void> {
  for (;;) {
    const { body } = await client.call('GET', path, undefined, { token })
    if (body.status === 'staged') return
    await sleep(200)
  }
}

type Moving = { agent: Agent; campaignId: string; verb: 'stage' | 'start' | 'pause' | 'resume' }

/** A verb whose answer was lost is refused when it is repeated: it has been done. */
async function moved({ client, log, apiKey: token }: Scene, { agent, campaignId, verb }: Moving): Promise<void> {
  const path = `/v1${agent.path}/campaigns/${campaignId}/${verb}`
  const { status } = await client.call('POST', path, {}, { token, expects: [409] })
  if (status < 300) log.note({ kind: 'move', campaignId, verb })
}

/** Somebody who cannot decide. */
export const conductor: Actor = async (scene) => {
  const { harbour, quay } = scene.setting
  for (const { campaignId, agent: id } of deedsOf(scene.log.all, 'campaign')) {
    const agent = id === harbour.id ? harbour : quay
    await moved(scene, { agent, campaignId, verb: 'pause' })
    await sleep(300)
    await moved(scene, { agent, campaignId, verb: 'resume' })
  }
  await sleep(2_000)
}
