import { type Channel, getProfile } from '@parley/amf'
import type { AgentDefinition } from '@parley/definition'
import type { Db } from '../../../platform/db/database.ts'
import { inTransaction } from '../../../platform/db/transaction.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { opener } from '../../outreach/index.ts'
import type { ProviderEstimate, StagingResult } from '../campaign.ts'
import type { CampaignDeps } from '../deps.ts'
import { createStatusChangedEvent } from '../events.ts'
import { experimentOf } from '../experiment/assignment.ts'
import { createPreviewer } from '../preview.ts'
import {
  type AudienceSelector,
  type ChunkLimits,
  chunkAudience,
  defaultChunkLimits,
  resolveAudience,
} from './audience.ts'
import {
  type CampaignOpening,
  createSlotRequirements,
  findOpeningProblem,
  resolveCampaignOpenings,
  type SlotRequirements,
} from './opening.ts'
import { checkPersonas } from './personas.ts'
import type { ChannelCheck, CheckQuery, RecipientChecks } from './queries/people.ts'
import {
  type CheckedPerson,
  commitSnapshot,
  insertRecipients,
  listFirstRecipients,
  type StageableCampaign,
  type StagingLease,
  updateExpected,
  updateStagingProgress,
} from './queries.ts'
import { addSnapshotCounts, createMaskDecider, createSnapshotCounts, type SnapshotCounts } from './snapshot.ts'

export type StagingDeps = Pick<
  CampaignDeps,
  'db' | 'world' | 'definitions' | 'announce' | 'channels' | 'rates' | 'personas' | 'mediaUrls'
> & { effort?: ChunkLimits }

/** The staging was ended or taken over by another worker; it must write nothing more. */
export class StagingSuperseded extends Error {}

type StagingRun = { agent: AgentKey; campaign: StageableCampaign; snapshot: number; signal: AbortSignal }

/**
 * Builds the snapshot of a campaign from start to end. Throws a problem when the opening or audience does not resolve.
 */
export async function stageCampaign(staging: StagingRun, deps: StagingDeps): Promise<void> {
  const { agent, campaign, snapshot } = staging
  const definition = await deps.definitions.read(deps.db, agent)
  const openings = resolveCampaignOpenings(definition, campaign)
  const meant = await resolveAudience(deps.db, agent, campaign)
  const counts = await checkAll(staging, { audience: meant, openings }, deps)
  const staged: StagingResult = {
    class: (openings[0] as CampaignOpening).outreach.class,
    ...counts,
    estimate: await estimateDuration(staging, counts, deps),
    previews: await renderPreviews(staging, { definition, reached: Object.keys(counts.channels) as Channel[] }, deps),
  }
  if (staged.sendable > 0 && staged.previews.length === 0)
    throw findOpeningProblem('The opener renders to an empty text')
  const lease = leaseOf(staging)
  await inTransaction(deps.db, async (tx) => {
    const before = await commitSnapshot(tx, agent, { ...lease, snapshot, staged, now: deps.world.now() })
    if (before === undefined) throw new StagingSuperseded()
    if (before !== 'staged')
      await deps.announce(tx, createStatusChangedEvent(agent, { ...campaign, status: 'staged' }, before))
  })
}

const leaseOf = ({ campaign, snapshot }: StagingRun): StagingLease => ({ campaignKey: campaign.key, snapshot })

type StagingSubject = { audience: AudienceSelector; openings: CampaignOpening[] }

async function checkAll(
  staging: StagingRun,
  { audience, openings }: StagingSubject,
  deps: StagingDeps,
): Promise<SnapshotCounts> {
  const { agent } = staging
  const blocker = createSlotRequirements(openings)
  const writing = createChunkWriter(staging, blocker, deps)
  if ('personaIds' in audience) {
    const personas = await deps.personas.find(deps.db, agent, audience.personaIds)
    await writing.expect(personas.length)
    await writing.add(personas.length, checkPersonas(personas, audience.personaIds, blocker.reads))
    return writing.counts()
  }
  const checks = await buildChecks(staging, { opening: openings[0] as CampaignOpening, blocker }, deps)
  const { expected, each } = await chunkAudience(deps.db, agent, audience, deps.effort ?? defaultChunkLimits)
  await writing.expect(expected)
  const filter = 'filter' in audience ? audience.filter : undefined
  for await (const piece of each()) {
    await writing.add(piece.people, { piece, filter, checks })
  }
  return writing.counts()
}

function createChunkWriter(staging: StagingRun, blocker: SlotRequirements, deps: StagingDeps) {
  const { agent, snapshot, signal } = staging
  const judge = createMaskDecider(blocker)
  const experiment = experimentOf(staging.campaign)
  let counts = createSnapshotCounts(experiment)
  let lookedAt = 0
  const write = async (tx: Db, people: CheckQuery | readonly CheckedPerson[]): Promise<SnapshotCounts> => {
    for (;;) {
      const next = { people, judged: judge.judged(), after: counts, experiment }
      const { undecided, ...written } = await insertRecipients(tx, agent, snapshot, next)
      if (undecided.length === 0) return addSnapshotCounts(counts, written)
      judge.learn(undecided)
    }
  }
  return {
    counts: () => counts,
    expect: (expected: number) => updateExpected(deps.db, agent, leaseOf(staging), expected),
    async add(count: number, people: CheckQuery | readonly CheckedPerson[]): Promise<void> {
      signal.throwIfAborted()
      judge.forget()
      lookedAt += count
      counts = await inTransaction(deps.db, async (tx) => {
        const more = await write(tx, people)
        if (!(await updateStagingProgress(tx, agent, leaseOf(staging), lookedAt))) throw new StagingSuperseded()
        return more
      })
    },
  }
}

const defaultTouchIntervalHours = 48
const hourMilliseconds = 3_600_000

type OpeningContext = { opening: CampaignOpening; blocker: SlotRequirements }

async function buildChecks(
  { agent, campaign }: StagingRun,
  { opening, blocker }: OpeningContext,
  deps: StagingDeps,
): Promise<RecipientChecks> {
  const { definition, outreach } = opening
  const isMarketing = outreach.class === 'marketing'
  const { minTouchIntervalHours: hours = defaultTouchIntervalHours } = definition.sendingSettings
  const bindings = await deps.channels.listBindings(agent)
  const now = deps.world.now()
  return {
    onlyNew: !includesContacted(campaign, outreach.class),
    touchedAfter: isMarketing && hours > 0 ? new Date(now.getTime() - hours * hourMilliseconds) : undefined,
    channels: opener.channels(outreach).map((channel) => {
      const binding = bindings.find((one) => one.channel === channel)
      const hasRoute = binding?.status === 'Active' && deps.channels.findAdapter(binding) !== undefined
      return { channel, hasRoute, ...checkTimesOf(channel, opening, now) }
    }),
    reads: blocker.reads,
  }
}

const capabilityHours = 7 * 24

/** The times after which an inbound message opens the reply window, and a capability counts as known. */
function checkTimesOf(channel: Channel, { outreach }: CampaignOpening, now: Date): Partial<ChannelCheck> {
  const ago = (hours: number) => new Date(now.getTime() - hours * hourMilliseconds)
  const { windowHours } = getProfile(channel)
  const needsTemplate = windowHours !== undefined && !opener.template(outreach, channel)
  return {
    ...(needsTemplate && { wroteAfter: ago(windowHours) }),
    ...(channel === 'rcs' && { incapableAfter: ago(capabilityHours) }),
  }
}

/** Defaults to false for marketing and true for service. */
const includesContacted = ({ includePreviouslyContacted }: StageableCampaign, kind: StagingResult['class']): boolean =>
  includePreviouslyContacted ?? kind === 'service'

async function estimateDuration(
  { agent, campaign }: StagingRun,
  { channels }: SnapshotCounts,
  { rates }: StagingDeps,
): Promise<StagingResult['estimate']> {
  if (campaign.isTest) return []
  const byProvider = new Map<string, NonNullable<ProviderEstimate['channels']>>()
  for (const [channel, people] of Object.entries(channels) as [Channel, number][]) {
    const rate = await rates.find(agent, channel)
    if (!rate) continue
    const { provider, perSecond } = rate
    const seconds = people / perSecond
    byProvider.set(provider, [...(byProvider.get(provider) ?? []), { channel, people, perSecond, seconds }])
  }
  return [...byProvider].map(([provider, parts]) => ({
    provider,
    seconds: Math.ceil(parts.reduce((sum, { seconds }) => sum + seconds, 0)),
    channels: parts.map((part) => ({ ...part, seconds: Math.ceil(part.seconds) })),
  }))
}

const maxPreviews = 5

async function renderPreviews(
  staging: StagingRun,
  { definition, reached }: { definition: AgentDefinition; reached: readonly Channel[] },
  deps: StagingDeps,
): Promise<StagingResult['previews']> {
  const { agent, snapshot, campaign } = staging
  const preview = createPreviewer(agent, { definition, campaign }, deps)
  const previews: StagingResult['previews'] = []
  const [opening] = resolveCampaignOpenings(definition, campaign)
  const hasChoice = opening !== undefined && opener.channels(opening.outreach).length > 1
  const first = await listFirstRecipients(deps.db, agent, { snapshot, channels: reached, most: maxPreviews })
  for (const { personId, channel } of first) {
    const { text } = (await preview(personId, channel)) ?? {}
    if (text) previews.push({ personId, text, ...(hasChoice && { channel }) })
  }
  return previews
}
