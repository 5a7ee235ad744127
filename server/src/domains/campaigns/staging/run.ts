import type { Db } from '../../../platform/db/database.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import { opener } from '../../outreach/index.ts'
import type { Campaign, Staged } from '../campaign.ts'
import type { CampaignDeps } from '../deps.ts'
import { campaignMoved } from '../events.ts'
import { previewerOf } from '../preview.ts'
import { type Meant, meantBy } from './audience.ts'
import { type Blocker, blockerOf, type Opening, openingFor, unresolved } from './opening.ts'
import { personasAmong } from './personas.ts'
import { type Effort, piecesOf, usualEffort } from './pieces.ts'
import type { Checks, Look } from './queries/people.ts'
import {
  firstRecipients,
  type Held,
  insertRecipients,
  inTransaction,
  type Looked,
  noteExpected,
  noteLookedAt,
  type Stageable,
  writeSnapshot,
} from './queries.ts'
import { addedTo, type Counts, judgeOf, noCounts } from './snapshot.ts'

export type StagingDeps = Pick<
  CampaignDeps,
  'db' | 'world' | 'definitions' | 'announce' | 'channels' | 'rates' | 'personas' | 'mediaUrls'
> & { effort?: Effort }

/** The staging was ended, or somebody else does it: nothing more of it is written. */
export class Lost extends Error {}

type Staging = { agent: AgentKey; campaign: Stageable; snapshot: number; signal: AbortSignal }

/** Makes the snapshot of a campaign, from the first of its people to the last. Throws the problems of what does not resolve. */
export async function stageCampaign(staging: Staging, deps: StagingDeps): Promise<void> {
  const { agent, campaign, snapshot } = staging
  const opening = openingFor(await deps.definitions.read(deps.db, agent), campaign.outreachId)
  const meant = await meantBy(deps.db, agent, campaign)
  const counts = await lookAtAll(staging, { meant, opening }, deps)
  const staged: Staged = {
    class: opening.outreach.class,
    ...counts,
    estimate: await estimateOf(staging, counts, deps),
    previews: await previewsOf(staging, opening, deps),
  }
  if (staged.sendable > 0 && staged.previews.length === 0) throw unresolved('The opening comes out without any words')
  const held = heldBy(staging)
  await inTransaction(deps.db, async (tx) => {
    const before = await writeSnapshot(tx, agent, { ...held, snapshot, staged, now: deps.world.now() })
    if (before === undefined) throw new Lost()
    if (before !== 'staged') await deps.announce(tx, campaignMoved(agent, { ...campaign, status: 'staged' }, before))
  })
}

const heldBy = ({ campaign, snapshot }: Staging): Held => ({ campaignKey: campaign.key, snapshot })

type Subject = { meant: Meant; opening: Opening }

async function lookAtAll(staging: Staging, { meant, opening }: Subject, deps: StagingDeps): Promise<Counts> {
  const { agent } = staging
  const blocker = blockerOf(opening)
  const writing = writerOf(staging, blocker, deps)
  if ('personaIds' in meant) {
    const personas = await deps.personas.find(deps.db, agent, meant.personaIds)
    await writing.expect(personas.length)
    await writing.add(personas.length, personasAmong(personas, meant.personaIds, blocker.reads))
    return writing.counts()
  }
  const checks = await checksOf(staging, { opening, blocker }, deps)
  const { expected, each } = await piecesOf(deps.db, agent, meant, deps.effort ?? usualEffort)
  await writing.expect(expected)
  const filter = 'filter' in meant ? meant.filter : undefined
  for await (const piece of each()) {
    await writing.add(piece.people, { piece, filter, checks })
  }
  return writing.counts()
}

/** Each piece is written in one transaction, or not at all. */
function writerOf(staging: Staging, blocker: Blocker, deps: StagingDeps) {
  const { agent, snapshot, signal } = staging
  const judge = judgeOf(blocker)
  let counts = noCounts
  let lookedAt = 0
  const write = async (tx: Db, people: Look | readonly Looked[]): Promise<Counts> => {
    for (;;) {
      const next = { people, judged: judge.judged(), after: counts }
      const { unjudged, reasons } = await insertRecipients(tx, agent, snapshot, next)
      if (unjudged.length === 0) return addedTo(counts, reasons)
      judge.learn(unjudged)
    }
  }
  return {
    counts: () => counts,
    expect: (expected: number) => noteExpected(deps.db, agent, heldBy(staging), expected),
    async add(count: number, people: Look | readonly Looked[]): Promise<void> {
      signal.throwIfAborted()
      judge.forget()
      lookedAt += count
      counts = await inTransaction(deps.db, async (tx) => {
        const more = await write(tx, people)
        if (!(await noteLookedAt(tx, agent, heldBy(staging), lookedAt))) throw new Lost()
        return more
      })
    },
  }
}

const usualTouchIntervalHours = 48
const hourMilliseconds = 3_600_000

type Said = { opening: Opening; blocker: Blocker }

async function checksOf({ agent, campaign }: Staging, { opening, blocker }: Said, deps: StagingDeps): Promise<Checks> {
  const { definition, outreach } = opening
  const isMarketing = outreach.class === 'marketing'
  const { minTouchIntervalHours: hours = usualTouchIntervalHours } = definition.sendingSettings
  const binding = await deps.channels.on(agent, opener.channel)
  return {
    onlyNew: !includesContacted(campaign, outreach.class),
    touchedAfter:
      isMarketing && hours > 0 ? new Date(deps.world.now().getTime() - hours * hourMilliseconds) : undefined,
    channel: opener.channel,
    hasRoute: binding?.status === 'Active' && deps.channels.adapterFor(binding) !== undefined,
    reads: blocker.reads,
  }
}

/** Document 2, Campaign: false for marketing and true for service, unless it was said. */
const includesContacted = ({ includePreviouslyContacted }: Stageable, kind: Staged['class']): boolean =>
  includePreviouslyContacted ?? kind === 'service'

async function estimateOf(
  { agent, campaign }: Staging,
  { sendable }: Counts,
  { rates }: StagingDeps,
): Promise<Staged['estimate']> {
  const rate = campaign.isTest || sendable === 0 ? undefined : await rates.of(agent, opener.channel)
  return rate ? [{ provider: rate.provider, seconds: Math.ceil(sendable / rate.perSecond) }] : []
}

const mostPreviews = 5

async function previewsOf(staging: Staging, opening: Opening, deps: StagingDeps): Promise<Staged['previews']> {
  const { agent, snapshot } = staging
  const campaign: Pick<Campaign, 'isTest'> = staging.campaign
  const preview = previewerOf(agent, { opening, isTest: campaign.isTest }, deps)
  const shown: Staged['previews'] = []
  for (const personId of await firstRecipients(deps.db, agent, snapshot, mostPreviews)) {
    const { text } = (await preview(personId)) ?? {}
    if (text) shown.push({ personId, text })
  }
  return shown
}
