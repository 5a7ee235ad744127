import type { Db } from '../../platform/db/database.ts'
import { pageQuery } from '../../platform/http/page.ts'
import { notFound } from '../../platform/http/problem.ts'
import { type AgentKey, agentRoute, type Route, RouteResponse } from '../../platform/http/route.ts'
import { listSchema } from '../../platform/http/schemas.ts'
import type { ProgressStreams } from '../../platform/progress-stream.ts'
import { namedSends } from '../outreach/index.ts'
import { CampaignBody, CampaignPatch, maxCampaignBodyBytes, VariantChoice } from './body.ts'
import type { Campaign } from './campaign.ts'
import { type CampaignCommand, chooseVariant, requestStaging, runCampaignCommand } from './commands.ts'
import type { CampaignCounterCache } from './counters.ts'
import type { CampaignDeps, TransitionCampaign } from './deps.ts'
import { createCampaign, editCampaign, findOutreachById, removeCampaign } from './edits.ts'
import { CampaignPreview, PreviewQuery, renderPreview } from './preview.ts'
import {
  type CampaignOutline,
  findCampaign,
  findCampaignOutline,
  findStagings,
  listCampaigns,
  lockCampaign,
} from './queries.ts'
import { RecipientPage, RecipientQuery, readRecipientPage } from './recipients.ts'
import { buildCampaignReport, CampaignReport } from './report.ts'
import { CampaignResponse, serializeCampaign } from './serializer.ts'
import { CampaignTestSend, sendTest } from './test-send.ts'

export type CampaignRouteDeps = CampaignDeps & {
  transition: TransitionCampaign
  counters: CampaignCounterCache
  progressStreams: ProgressStreams
}

const tag = 'Campaigns'
const read = { role: 'viewer', scope: 'agents:read', tag } as const
const write = { role: 'editor', scope: 'agents:write', tag } as const
const one = '/campaigns/:campaignId'

export function campaignRoutes(deps: CampaignRouteDeps): Route[] {
  const show = createSerializer(deps)
  return [
    ...editRoutes(deps, show),
    ...commandRoutes(deps, show),
    variantRoute(deps, show),
    testSendRoute(deps),
    ...readRoutes(deps, show),
  ]
}

type SerializeCampaigns = ReturnType<typeof createSerializer>

/** Serializes campaigns: their rows, with counters and staging progress. */
function createSerializer({ definitions, counters }: CampaignRouteDeps) {
  return async <C extends CampaignOutline>(
    db: Db,
    agent: AgentKey,
    campaigns: readonly C[],
  ): Promise<CampaignResponse[]> => {
    const keys = campaigns.map(({ key }) => key)
    const [definition, stagings] = [await definitions.read(db, agent), await findStagings(db, agent, keys)]
    const responses: CampaignResponse[] = []
    for (const campaign of campaigns) {
      const { class: kind } = findOutreachById(definition, campaign.outreachId) ?? {}
      const tally = await counters.get(db, agent, campaign)
      responses.push(serializeCampaign(campaign, { class: kind, counters: tally, staging: stagings.get(campaign.key) }))
    }
    return responses
  }
}

const serializeOne = async (
  show: SerializeCampaigns,
  db: Db,
  agent: AgentKey,
  campaign: CampaignOutline | undefined,
): Promise<CampaignResponse> => {
  const [response] = campaign ? await show(db, agent, [campaign]) : []
  if (!response) throw notFound()
  return response
}

const referenceProblems = {
  problems: ['agent.outreach.not_found', 'agent.campaign.invalid'],
  statuses: { 'agent.outreach.not_found': 422 },
  bodyLimit: maxCampaignBodyBytes,
} as const

function editRoutes(deps: CampaignRouteDeps, show: SerializeCampaigns): Route[] {
  return [
    agentRoute({
      ...write,
      ...referenceProblems,
      method: 'POST',
      path: '/campaigns',
      summary: 'Create a campaign',
      description: 'It starts as a draft: nothing is sent until it is staged and started.',
      body: CampaignBody,
      response: CampaignResponse,
      status: 201,
      handle: async ({ tx, agent, body }) => serializeOne(show, tx, agent, await createCampaign(tx, agent, body, deps)),
    }),
    agentRoute({
      ...write,
      ...referenceProblems,
      problems: [...referenceProblems.problems, 'agent.campaign.immutable'],
      method: 'PATCH',
      path: one,
      summary: 'Change a draft or staged campaign',
      description:
        'A staged campaign becomes a draft again, and its staged audience is discarded. Null clears sendWindow.',
      body: CampaignPatch,
      response: CampaignResponse,
      find: ({ tx, agent, params }) => lockCampaign(tx, agent, params.campaignId),
      handle: async ({ tx, agent, found, body }) =>
        serializeOne(show, tx, agent, await editCampaign(tx, agent, found, { change: body, deps })),
    }),
    agentRoute({
      ...write,
      method: 'DELETE',
      path: one,
      summary: 'Delete a campaign that is neither running nor paused; its sends stay',
      problems: ['agent.campaign.immutable'],
      find: ({ tx, agent, params }) => lockCampaign(tx, agent, params.campaignId),
      handle: ({ tx, agent, found }) => removeCampaign(tx, agent, found),
    }),
  ]
}

const summaries: Record<CampaignCommand, string> = {
  start: 'Start a staged campaign',
  pause: 'Pause a running campaign',
  resume: 'Resume a paused campaign exactly where it stopped',
  cancel: 'Cancel a campaign: unsent messages are never sent, and the report stays available',
}

/** Each command runs in its own transaction, so counting for the response blocks nothing. */
function commandRoutes(deps: CampaignRouteDeps, show: SerializeCampaigns): Route[] {
  const { db } = deps
  const own = { transaction: false, guardedBy: '', checksIfMatch: true } as const
  const verb = { ...write, ...own, method: 'POST', response: CampaignResponse } as const
  const problems = ['agent.campaign.immutable', 'agent.campaign.invalid'] as const
  const found = (agent: AgentKey, id: string) => findCampaign(db, agent, id)
  const shownNow = async (agent: AgentKey, { id }: Campaign) => serializeOne(show, db, agent, await found(agent, id))
  return [
    agentRoute({
      ...verb,
      path: `${one}/stage`,
      summary: 'Stage a campaign: record who receives it, who does not, and why',
      description:
        'Staging again replaces the staged audience. If staging takes longer than 25 seconds, the answer is 202 with `staging`, and staging continues.',
      otherResponses: { 202: 'Staging takes longer and continues: poll the campaign' },
      problems,
      find: ({ agent, params }) => found(agent, params.campaignId),
      handle: async ({ agent, found: campaign, checkIfMatch }) => {
        const became = await requestStaging(agent, { id: campaign.id, checkIfMatch }, deps)
        return new RouteResponse(became === 'staged' ? 200 : 202, await shownNow(agent, campaign))
      },
    }),
    ...Object.entries(summaries).map(([name, summary]) =>
      agentRoute({
        ...verb,
        path: `${one}/${name}` as '/campaigns/:campaignId/start',
        summary,
        problems: name === 'start' ? problems : ['agent.campaign.immutable'],
        find: ({ agent, params }) => found(agent, params.campaignId),
        handle: async ({ agent, found: campaign, checkIfMatch }) => {
          await runCampaignCommand(agent, { id: campaign.id, checkIfMatch }, name as CampaignCommand, deps)
          return shownNow(agent, campaign)
        },
      }),
    ),
  ]
}

function variantRoute(deps: CampaignRouteDeps, show: SerializeCampaigns): Route {
  return agentRoute({
    ...write,
    method: 'POST',
    path: `${one}/choose-variant`,
    summary: 'Send the rest of a campaign with one of its variants',
    description: 'Recipients who were not sent to yet get the variant; what was sent stays as it is.',
    body: VariantChoice,
    response: CampaignResponse,
    problems: ['agent.campaign.immutable'],
    find: ({ tx, agent, params }) => lockCampaign(tx, agent, params.campaignId),
    async handle({ tx, agent, found, body }) {
      await chooseVariant(tx, agent, { campaign: found, variantId: body.variantId }, deps)
      return serializeOne(show, tx, agent, await findCampaign(tx, agent, found.id))
    },
  })
}

const testSendRoute = (deps: CampaignRouteDeps): Route =>
  agentRoute({
    method: 'POST',
    path: `${one}/test-send`,
    role: 'editor',
    scope: 'people:write',
    limit: 'send',
    tag,
    summary: 'Send the opener of a campaign to yourself',
    description:
      'Sends it at once to one recipient, as a named send: a STOP and denied consent refuse it, hours and the frequency cap do not apply. It does not count in the campaign, nor as a contact of the person, and it has no follow-ups. Each call sends once.',
    body: CampaignTestSend,
    response: namedSends.Result,
    status: 202,
    transaction: false,
    audited: false,
    problems: namedSends.problems,
    statuses: { 'agent.outreach.not_found': 422 },
    find: ({ agent, params }) => findCampaign(deps.db, agent, params.campaignId),
    handle: ({ agent, found, body }) => namedSends.respond(sendTest(agent, found, body, deps)),
  })

function readRoutes(deps: CampaignRouteDeps, show: SerializeCampaigns): Route[] {
  const reading = { ...read, method: 'GET' } as const
  const find = ({ tx, agent, params }: { tx: Db; agent: AgentKey; params: { campaignId: string } }) =>
    findCampaignOutline(tx, agent, params.campaignId)
  return [
    agentRoute({
      ...reading,
      path: '/campaigns',
      summary: 'List the campaigns of the agent, newest first',
      query: pageQuery,
      response: listSchema(CampaignResponse),
      handle: async ({ tx, agent, query }) => {
        const { data, ...page } = await listCampaigns(tx, agent, query)
        return { data: await show(tx, agent, data), ...page }
      },
    }),
    agentRoute({
      ...reading,
      path: one,
      summary: 'Read a campaign',
      response: CampaignResponse,
      find: ({ tx, agent, params }) => findCampaign(tx, agent, params.campaignId),
      handle: ({ tx, agent, found }) => serializeOne(show, tx, agent, found),
    }),
    agentRoute({
      ...reading,
      path: `${one}/recipients`,
      summary: 'List the recipients and exclusions of a staged campaign',
      query: RecipientQuery,
      response: RecipientPage,
      find,
      handle: ({ tx, agent, found, query }) => readRecipientPage(tx, agent, found, query),
    }),
    agentRoute({
      ...reading,
      path: `${one}/preview`,
      summary: 'Read the opener as one person would receive it now',
      query: PreviewQuery,
      response: CampaignPreview,
      problems: ['agent.campaign.invalid'],
      find,
      handle: async ({ agent, found, query }) => {
        const preview = await renderPreview(agent, found, query, deps)
        if (!preview) throw notFound()
        return preview
      },
    }),
    agentRoute({
      ...reading,
      path: `${one}/report`,
      summary: 'Read the results of a campaign',
      response: CampaignReport,
      find,
      handle: async ({ tx, agent, found }) =>
        buildCampaignReport(found, await deps.counters.getDetailed(tx, agent, found)),
    }),
    progressRoute(deps, show),
  ]
}

function progressRoute({ progressStreams }: CampaignRouteDeps, show: SerializeCampaigns): Route {
  return agentRoute({
    ...read,
    method: 'GET',
    path: `${one}/progress`,
    summary: 'Follow a campaign: server-sent events',
    description:
      'Sends a `progress` event with the campaign at once, and again after each change, until the campaign ends; reconnect after ten minutes.',
    responseTypes: ['text/event-stream'],
    problems: ['request.rate_limited'],
    find: ({ tx, agent, params }) => findCampaignOutline(tx, agent, params.campaignId),
    handle: async ({ tx, agent, found }) => {
      const look = async () => {
        const now = await findCampaignOutline(tx, agent, found.id)
        return now && serializeOne(show, tx, agent, now)
      }
      return progressStreams.open(agent, found.key, look)
    },
  })
}
