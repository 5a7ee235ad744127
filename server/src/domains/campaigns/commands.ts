import type { Db } from '../../platform/db/database.ts'
import { inTransaction } from '../../platform/db/transaction.ts'
import { invalidRequest, notFound, problem } from '../../platform/http/problem.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import { type Campaign, type CampaignAction, nextCampaignStatus as next } from './campaign.ts'
import type { CampaignDeps, TransitionCampaign } from './deps.ts'
import { startDispatchers } from './dispatch/dispatchers.ts'
import { findStagings, lockCampaign, updateChosenVariant } from './queries.ts'
import { createImmutableProblem, createInvalidCampaignProblem } from './refusals.ts'
import { awaitStaging, beginStaging, endStaging } from './staging/stage.ts'

export type CampaignCommandDeps = Pick<CampaignDeps, 'db' | 'world' | 'definitions' | 'sends' | 'realSends'> & {
  transition: TransitionCampaign
}
export const campaignCommands = ['start', 'pause', 'resume', 'cancel'] as const
export type CampaignCommand = (typeof campaignCommands)[number]

const pastTense = {
  stage: 'staged',
  start: 'started',
  pause: 'paused',
  resume: 'resumed',
  cancel: 'cancelled',
} as const

/** `checkIfMatch` rejects a campaign that changed since the operator read it; it is called under the lock. */
export type CommandTarget = { id: string; checkIfMatch(tx: Db): Promise<void> }

/** Applies an operator's command in its own transaction; throws when the status does not allow it. */
export function runCampaignCommand(
  agent: AgentKey,
  target: CommandTarget,
  verb: CampaignCommand,
  deps: CampaignCommandDeps,
): Promise<void> {
  return inTransaction(deps.db, async (tx) => {
    const campaign = await lockForCommand(tx, agent, target, verb)
    if (verb === 'start') await assertStartable(tx, agent, campaign, deps)
    const moved = await deps.transition(tx, agent, campaign, { action: verb })
    if (!moved) throw createImmutableProblem(campaign, pastTense[verb])
    await commandEffects[verb](tx, agent, moved, deps)
  })
}

async function lockForCommand(
  tx: Db,
  agent: AgentKey,
  { id, checkIfMatch }: CommandTarget,
  verb: (CampaignCommand & CampaignAction) | 'stage',
): Promise<Campaign> {
  const campaign = await lockCampaign(tx, agent, id)
  if (!campaign) throw notFound()
  await checkIfMatch(tx)
  if (!next(verb, campaign.status)) throw createImmutableProblem(campaign, describeConflict(verb, campaign))
  return campaign
}

const describeConflict = (verb: keyof typeof pastTense, { status }: Campaign): string =>
  verb === 'start' && status === 'draft' ? `${pastTense[verb]}: stage it first` : pastTense[verb]

async function assertStartable(
  tx: Db,
  agent: AgentKey,
  campaign: Campaign,
  { realSends }: CampaignCommandDeps,
): Promise<void> {
  if ((await findStagings(tx, agent, [campaign.key])).size > 0) {
    const detail = 'The campaign is being staged again; start it when staging is done'
    throw problem('agent.campaign.immutable', 409, { detail })
  }
  if (campaign.staged?.total === 0) throw createInvalidCampaignProblem('The audience is empty')
  if (!campaign.staged?.sendable)
    throw createInvalidCampaignProblem('No one in the audience can receive it: see the exclusions')
  if (!realSends && !campaign.isTest)
    throw createInvalidCampaignProblem(
      'REAL_SENDS is off on this installation: only rehearsals with personas can be started',
    )
}

type CommandEffect = (tx: Db, agent: AgentKey, campaign: Campaign, deps: CampaignCommandDeps) => Promise<void>

const commandEffects: Record<CampaignCommand, CommandEffect> = {
  start: (tx, agent, campaign, { world }) => startDispatchers(tx, agent, campaign, world.now()),
  pause: async () => {},
  async resume(tx, agent, campaign, { world, sends }) {
    await startDispatchers(tx, agent, campaign, world.now())
    await sends.rescheduleNow(tx, agent, campaign.id)
  },
  async cancel(tx, agent, campaign, { sends }) {
    await endStaging(tx, agent, campaign)
    await sends.cancel(tx, agent, campaign)
  },
}

const choosableStatuses: readonly Campaign['status'][] = ['staged', 'running', 'paused']

/** The caller has locked the campaign, as claiming recipients does. */
export async function chooseVariant(
  tx: Db,
  agent: AgentKey,
  { campaign, variantId }: { campaign: Campaign; variantId: string },
  { world }: Pick<CampaignDeps, 'world'>,
): Promise<void> {
  if (!choosableStatuses.includes(campaign.status)) throw createImmutableProblem(campaign, 'given a chosen variant')
  if (!campaign.variants?.some(({ id }) => id === variantId)) {
    throw invalidRequest([{ field: 'variantId', message: 'must be the id of a variant of the campaign' }])
  }
  await updateChosenVariant(tx, agent, campaign.id, { variantId, now: world.now() })
}

/** How long a caller waits for the result of a staging before it gets a progress response. */
const maxWaitMilliseconds = 25_000

/** Stages a campaign; returns `underWay` when that takes longer than the caller waits. */
export async function requestStaging(
  agent: AgentKey,
  target: CommandTarget,
  deps: CampaignCommandDeps,
): Promise<'staged' | 'underWay'> {
  const campaign = await inTransaction(deps.db, async (tx) => {
    const campaign = await lockForCommand(tx, agent, target, 'stage')
    await beginStaging(tx, agent, campaign, deps)
    return campaign
  })
  const became = await awaitStaging(agent, campaign, deps, maxWaitMilliseconds)
  if (became.kind === 'failed') throw became.problem
  if (became.kind !== 'ended') return became.kind
  throw problem('agent.campaign.immutable', 409, {
    detail: 'The campaign was changed or canceled while it was being staged',
  })
}
