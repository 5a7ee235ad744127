import type { AgentDefinition } from '@parley/definition'
import type { Db } from '../../platform/db/database.ts'
import { invalidRequest, notFound, problem } from '../../platform/http/problem.ts'
import type { AgentKey } from '../../platform/http/route.ts'
import { dayMilliseconds } from '../../platform/world.ts'
import { audiences } from '../people/index.ts'
import { type CampaignBody, type CampaignPatch, maxStartDays } from './body.ts'
import { type Audience, type Campaign, nextCampaignStatus } from './campaign.ts'
import type { CampaignDeps } from './deps.ts'
import { createStatusChangedEvent } from './events.ts'
import { deleteCampaign, insertCampaign, redraftCampaign } from './queries.ts'
import { createImmutableProblem, unknownAudience } from './refusals.ts'
import { endStaging } from './staging/stage.ts'

export type EditDeps = Pick<CampaignDeps, 'definitions' | 'personas' | 'announce' | 'world'>

export async function createCampaign(tx: Db, agent: AgentKey, body: CampaignBody, deps: EditDeps): Promise<Campaign> {
  const { outreachId, audience, variants } = body
  const definition = await assertOutreachEnabled(tx, agent, outreachId, deps)
  assertTemplatesExist(definition, variants)
  await assertAudienceExists(tx, agent, audience, deps)
  return insertCampaign(tx, agent, {
    ...body,
    startAt: readStartAt(body, deps) ?? undefined,
    isTest: isTest(audience),
    id: deps.world.newId('cmp'),
    now: deps.world.now(),
  })
}

/** Any change turns the campaign back into a draft; an edit that changes nothing leaves the status as it is. */
export async function editCampaign(
  tx: Db,
  agent: AgentKey,
  campaign: Campaign,
  { change, deps }: { change: CampaignPatch; deps: EditDeps },
): Promise<Campaign> {
  if (!nextCampaignStatus('edit', campaign.status)) throw createImmutableProblem(campaign, 'changed')
  if (Object.values(change).every((value) => value === undefined)) return campaign
  if (change.outreachId !== undefined) await assertOutreachEnabled(tx, agent, change.outreachId, deps)
  if (change.variants) assertTemplatesExist(await deps.definitions.read(tx, agent), change.variants)
  if (change.audience) await assertAudienceExists(tx, agent, change.audience, deps)
  const startAt = readStartAt(change, deps)
  await endStaging(tx, agent, campaign)
  const { includePreviouslyContacted, sendWindow, audience = campaign.audience } = change
  const drafted = await redraftCampaign(tx, agent, campaign.id, {
    name: change.name ?? campaign.name,
    outreachId: change.outreachId ?? campaign.outreachId,
    audience,
    isTest: isTest(audience),
    includePreviouslyContacted: applyPatch(includePreviouslyContacted, campaign.includePreviouslyContacted),
    sendWindow: applyPatch(sendWindow, campaign.sendWindow),
    variants: applyPatch(change.variants, campaign.variants),
    holdoutPercent: applyPatch(change.holdoutPercent, campaign.holdoutPercent),
    startAt: applyPatch(startAt, campaign.startAt),
    now: deps.world.now(),
  })
  if (campaign.status !== 'draft') await deps.announce(tx, createStatusChangedEvent(agent, drafted, campaign.status))
  return drafted
}

/** A time that has passed is as good as none: the campaign begins when it is started. */
function readStartAt(
  { startAt }: Pick<CampaignPatch, 'startAt'>,
  { world }: Pick<EditDeps, 'world'>,
): Date | null | undefined {
  if (typeof startAt !== 'string') return startAt
  const at = new Date(startAt)
  if (at.getTime() <= world.now().getTime() + maxStartDays * dayMilliseconds) return at
  throw invalidRequest([{ field: 'startAt', message: `must be at most ${maxStartDays} days from now` }])
}

/** Absent keeps the current value, null clears it, a value replaces it. */
const applyPatch = <T>(change: T | null | undefined, current: T | undefined): T | undefined =>
  change === undefined ? current : (change ?? undefined)

export async function removeCampaign(tx: Db, agent: AgentKey, campaign: Campaign): Promise<void> {
  const { status } = campaign
  if (status === 'running' || status === 'paused') throw createImmutableProblem(campaign, 'deleted: cancel it first')
  await endStaging(tx, agent, campaign)
  await deleteCampaign(tx, agent, campaign.id)
}

const isTest = (audience: Audience): boolean => 'personaIds' in audience

export const findOutreachById = ({ outreaches }: AgentDefinition, outreachId: string) =>
  outreaches.find(({ id }) => id === outreachId)

/** Locks the definition, as deleting an Outreach does, so each of the two sees what the other has done. */
async function assertOutreachEnabled(
  tx: Db,
  agent: AgentKey,
  outreachId: string,
  { definitions }: EditDeps,
): Promise<AgentDefinition> {
  const locked = await definitions.lock(tx, agent)
  if (!locked) throw notFound()
  if (findOutreachById(locked.definition, outreachId)?.enabled) return locked.definition
  const detail = `outreachId must be the id of an enabled Outreach of this agent`
  throw problem('agent.outreach.not_found', 422, { detail })
}

function assertTemplatesExist({ messageTemplates }: AgentDefinition, variants: Campaign['variants'] = []): void {
  const known = new Set(messageTemplates.map(({ id }) => id))
  const errors = variants.flatMap(({ openerTemplateId }, index) =>
    known.has(openerTemplateId)
      ? []
      : [
          {
            field: `variants[${index}].openerTemplateId`,
            message: 'must be the id of a message template of this agent',
          },
        ],
  )
  if (errors.length > 0) throw invalidRequest(errors)
}

/** Checks that the segment or personas exist; people are resolved at staging. */
async function assertAudienceExists(
  tx: Db,
  agent: AgentKey,
  audience: Audience,
  { personas }: EditDeps,
): Promise<void> {
  if ('segmentId' in audience && !(await audiences.shareLockSegment(tx, agent, audience.segmentId)))
    throw unknownAudience('segmentId', 'a segment')
  if ('importBatchId' in audience && !(await audiences.importExists(tx, agent, audience.importBatchId)))
    throw unknownAudience('importBatchId', 'an import')
  if ('personaIds' in audience) {
    const known = new Set((await personas.find(tx, agent, audience.personaIds)).map(({ personaId }) => personaId))
    if (!audience.personaIds.every((id) => known.has(id))) throw unknownAudience('personaIds', 'a persona')
  }
}
