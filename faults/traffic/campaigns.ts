import { setTimeout as sleep } from 'node:timers/promises'
import { filterCallsByKind } from './acknowledged-calls.ts'
import type { TrafficActor, TrafficContext } from './actor.ts'
import type { FixtureAgent } from './fixtures.ts'
import { phoneNumberOf } from './sends.ts'

/** Every tenth person has not granted consent. */
const nonConsentingEach = 10
const firstBlock = 31

type CampaignAudience = { agent: FixtureAgent; block: number }

/** Starts campaigns of both agents to the given number of people each; they are running when it returns. */
export async function startCampaigns(context: TrafficContext, people: number): Promise<void> {
  const { primaryAgent, secondaryAgent } = context.fixtures
  await Promise.all(
    [primaryAgent, secondaryAgent].map((agent, n) => startCampaign(context, { agent, block: firstBlock + n }, people)),
  )
}

async function startCampaign(
  context: TrafficContext,
  { agent, block }: CampaignAudience,
  people: number,
): Promise<void> {
  const { client, log, apiKey: token } = context
  const tag = `crowd-${agent.id}`
  const recipients = Array.from({ length: people }, (_, n) => ({
    phone: phoneNumberOf(block, n),
    tags: [tag],
    customFields: { n: `c-${agent.id}-${n}` },
    ...(n % nonConsentingEach !== 0 && { consent: 'granted' }),
  }))
  const basePath = `/v1${agent.path}`
  const withKey = (operation: string) => ({ token, idempotencyKey: `${operation} ${agent.id}` })
  await client.call('POST', `${basePath}/people/import`, { channel: 'rcs', people: recipients }, withKey('import'))
  // An experiment: two openers, and a fifth of the people get nothing.
  const variants = [
    { id: 'a', openerTemplateId: 'opener', weight: 1 },
    { id: 'b', openerTemplateId: 'opener-b', weight: 1 },
  ]
  const body = { name: 'Spring', outreachId: 'spring', audience: { filter: { tag } }, variants, holdoutPercent: 20 }
  const created = await client.call('POST', `${basePath}/campaigns`, body, withKey('campaign'))
  const campaignId = String(created.body.id)
  const consenting = recipients.filter(({ consent }) => consent).length
  log.record({ kind: 'campaign', agent: agent.id, campaignId, people, consenting })
  await applyCommand(context, { agent, campaignId, command: 'stage' })
  await waitUntilStaged(context, `${basePath}/campaigns/${campaignId}`)
  await applyCommand(context, { agent, campaignId, command: 'start' })
}

/** Staging may return before it is complete. */
async function waitUntilStaged({ client, apiKey: token }: TrafficContext, path: string): Promise<void> {
  for (;;) {
    const { body } = await client.call('GET', path, undefined, { token })
    if (body.status === 'staged') return
    await sleep(200)
  }
}

type CampaignCommand = { agent: FixtureAgent; campaignId: string; command: 'stage' | 'start' | 'pause' | 'resume' }

/** A repeated command is refused if the first response was lost: it has already been applied. */
async function applyCommand(
  { client, log, apiKey: token }: TrafficContext,
  { agent, campaignId, command }: CampaignCommand,
): Promise<void> {
  const path = `/v1${agent.path}/campaigns/${campaignId}/${command}`
  const { status } = await client.call('POST', path, {}, { token, expects: [409] })
  if (status < 300) log.record({ kind: 'campaign-command', campaignId, command })
}

export const pauseAndResumeActor: TrafficActor = async (context) => {
  const { primaryAgent, secondaryAgent } = context.fixtures
  for (const { campaignId, agent: id } of filterCallsByKind(context.log.all, 'campaign')) {
    const agent = id === primaryAgent.id ? primaryAgent : secondaryAgent
    await applyCommand(context, { agent, campaignId, command: 'pause' })
    await sleep(300)
    await applyCommand(context, { agent, campaignId, command: 'resume' })
  }
  await sleep(2_000)
}
