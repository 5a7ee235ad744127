import type { Db } from '../../platform/db/database.ts'
import { notFound, problem } from '../../platform/http/problem.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import { type Campaign, type CampaignVerb, move as next } from './campaign.ts'
import type { CampaignDeps, MoveCampaign } from './deps.ts'
import { startPumps } from './pumps/pumps.ts'
import { findStagings, inTransaction, lockCampaign } from './queries.ts'
import { immutable, unfit } from './refusals.ts'
import { awaitStaging, beginStaging, endStaging } from './staging/stage.ts'

export type VerbDeps = Pick<CampaignDeps, 'db' | 'world' | 'definitions' | 'sends' | 'realSends'> & {
  move: MoveCampaign
}
export const verbs = ['start', 'pause', 'resume', 'cancel'] as const
export type Verb = (typeof verbs)[number]

/** What a campaign cannot be, in words. */
const words = { stage: 'staged', start: 'started', pause: 'paused', resume: 'resumed', cancel: 'cancelled' } as const

/** `checkIfMatch` refuses a campaign that is not the one that its operator has seen; it is called under the lock. */
export type Asked = { id: string; checkIfMatch(tx: Db): Promise<void> }

/** Moves a campaign as its operator asks, in a transaction of its own; throws where its status does not allow it. */
export function act(agent: AgentKey, asked: Asked, verb: Verb, deps: VerbDeps): Promise<void> {
  return inTransaction(deps.db, async (tx) => {
    const campaign = await locked(tx, agent, asked, verb)
    if (verb === 'start') await mustBeReady(tx, agent, campaign, deps)
    const moved = await deps.move(tx, agent, campaign, { verb })
    if (!moved) throw immutable(campaign, words[verb])
    await followUp[verb](tx, agent, moved, deps)
  })
}

async function locked(
  tx: Db,
  agent: AgentKey,
  { id, checkIfMatch }: Asked,
  verb: (Verb & CampaignVerb) | 'stage',
): Promise<Campaign> {
  const campaign = await lockCampaign(tx, agent, id)
  if (!campaign) throw notFound()
  await checkIfMatch(tx)
  if (!next(verb, campaign.status)) throw immutable(campaign, hintOf(verb, campaign))
  return campaign
}

const hintOf = (verb: keyof typeof words, { status }: Campaign): string =>
  verb === 'start' && status === 'draft' ? `${words[verb]}: stage it first` : words[verb]

async function mustBeReady(tx: Db, agent: AgentKey, campaign: Campaign, { realSends }: VerbDeps): Promise<void> {
  if ((await findStagings(tx, agent, [campaign.key])).size > 0) {
    const detail = 'The campaign is being staged anew; start it when that is done'
    throw problem('agent.campaign.immutable', 409, { detail })
  }
  if (campaign.staged?.total === 0) throw unfit('Nobody is in the audience')
  if (!campaign.staged?.sendable) throw unfit('Nobody of the audience can be sent to: read the exclusions')
  if (!realSends && !campaign.isTest)
    throw unfit('REAL_SENDS is off on this installation: only rehearsals with personas can be started')
}

type FollowUp = (tx: Db, agent: AgentKey, campaign: Campaign, deps: VerbDeps) => Promise<void>

const followUp: Record<Verb, FollowUp> = {
  start: (tx, agent, campaign, { world }) => startPumps(tx, agent, campaign, world.now()),
  pause: async () => {},
  async resume(tx, agent, campaign, { world, sends }) {
    await startPumps(tx, agent, campaign, world.now())
    await sends.hasten(tx, agent, campaign.id)
  },
  async cancel(tx, agent, campaign, { sends }) {
    await endStaging(tx, agent, campaign)
    await sends.cancel(tx, agent, campaign)
  },
}

/** As long as a caller waits for an answer without asking whether there will be one. */
const patienceMilliseconds = 25_000

/** Stages a campaign; `underWay` when that takes longer than the caller waits for it. */
export async function stage(agent: AgentKey, asked: Asked, deps: VerbDeps): Promise<'staged' | 'underWay'> {
  const campaign = await inTransaction(deps.db, async (tx) => {
    const campaign = await locked(tx, agent, asked, 'stage')
    await beginStaging(tx, agent, campaign, deps)
    return campaign
  })
  const became = await awaitStaging(agent, campaign, deps, patienceMilliseconds)
  if (became.kind === 'failed') throw became.problem
  if (became.kind !== 'ended') return became.kind
  throw problem('agent.campaign.immutable', 409, {
    detail: 'The campaign was changed or cancelled while it was staged',
  })
}
