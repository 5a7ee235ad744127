import { z } from 'zod'
import type { Db } from '../../platform/db/database.ts'
import { pageQuery } from '../../platform/http/page.ts'
import { notFound } from '../../platform/http/problem.ts'
import { type AgentKey, Answer, agentRoute, type Route } from '../../platform/http/route.ts'
import { listOf } from '../../platform/http/schemas.ts'
import type { Watches } from '../../platform/watches.ts'
import { CampaignBody, CampaignPatch, largestBody } from './body.ts'
import type { Campaign } from './campaign.ts'
import type { CampaignDeps, MoveCampaign } from './deps.ts'
import { createCampaign, editCampaign, outreachOf, removeCampaign } from './edits.ts'
import { CampaignPreview, previewFor } from './preview.ts'
import { findCampaign, findOutlined, findStagings, listCampaigns, lockCampaign, type Outlined } from './queries.ts'
import { RecipientPage, RecipientQuery, recipientsOf } from './recipients.ts'
import { CampaignReport, reportOf } from './report.ts'
import { ShownCampaign, shownCampaign } from './shown.ts'
import type { Tallies } from './tally.ts'
import { act, stage, type Verb } from './verbs.ts'

export type CampaignRouteDeps = CampaignDeps & { move: MoveCampaign; tallies: Tallies; watches: Watches }

const tag = 'Campaigns'
const read = { role: 'viewer', scope: 'agents:read', tag } as const
const write = { role: 'editor', scope: 'agents:write', tag } as const
const one = '/campaigns/:campaignId'

export function campaignRoutes(deps: CampaignRouteDeps): Route[] {
  const show = showing(deps)
  return [...editRoutes(deps, show), ...verbRoutes(deps, show), ...readRoutes(deps, show)]
}

type Show = ReturnType<typeof showing>

/** Campaigns as they are answered: their rows, and what is known beside them. */
function showing({ definitions, tallies }: CampaignRouteDeps) {
  return async <C extends Outlined>(db: Db, agent: AgentKey, campaigns: readonly C[]): Promise<ShownCampaign[]> => {
    const keys = campaigns.map(({ key }) => key)
    const [definition, stagings] = [await definitions.read(db, agent), await findStagings(db, agent, keys)]
    const shown: ShownCampaign[] = []
    for (const campaign of campaigns) {
      const { class: kind } = outreachOf(definition, campaign.outreachId) ?? {}
      const tally = await tallies.of(db, agent, campaign)
      shown.push(shownCampaign(campaign, { class: kind, tally, staging: stagings.get(campaign.key) }))
    }
    return shown
  }
}

const shownOne = async (
  show: Show,
  db: Db,
  agent: AgentKey,
  campaign: Outlined | undefined,
): Promise<ShownCampaign> => {
  const [shown] = campaign ? await show(db, agent, [campaign]) : []
  if (!shown) throw notFound()
  return shown
}

const naming = {
  problems: ['agent.outreach.not_found', 'agent.campaign.invalid'],
  statuses: { 'agent.outreach.not_found': 422 },
  bodyLimit: largestBody,
} as const

function editRoutes(deps: CampaignRouteDeps, show: Show): Route[] {
  return [
    agentRoute({
      ...write,
      ...naming,
      method: 'POST',
      path: '/campaigns',
      summary: 'Make a campaign',
      description: 'It is a draft: nothing is sent before it is staged and started.',
      body: CampaignBody,
      answer: ShownCampaign,
      status: 201,
      handle: async ({ tx, agent, body }) => shownOne(show, tx, agent, await createCampaign(tx, agent, body, deps)),
    }),
    agentRoute({
      ...write,
      ...naming,
      problems: [...naming.problems, 'agent.campaign.immutable'],
      method: 'PATCH',
      path: one,
      summary: 'Change a campaign that is a draft or staged',
      description: 'A staged one becomes a draft again, and what was staged is dropped. Null clears sendWindow.',
      body: CampaignPatch,
      answer: ShownCampaign,
      find: ({ tx, agent, params }) => lockCampaign(tx, agent, params.campaignId),
      handle: async ({ tx, agent, found, body }) =>
        shownOne(show, tx, agent, await editCampaign(tx, agent, found, { change: body, deps })),
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

const summaries: Record<Verb, string> = {
  start: 'Start a staged campaign',
  pause: 'Pause a running campaign',
  resume: 'Resume a paused campaign exactly where it stopped',
  cancel: 'Cancel a campaign: what was not sent never is, and the report stays',
}

/** Each moves the campaign in a transaction of its own, so that counting for the answer holds nothing up. */
function verbRoutes(deps: CampaignRouteDeps, show: Show): Route[] {
  const { db } = deps
  const own = { transaction: false, guardedBy: '', checksIfMatch: true } as const
  const verb = { ...write, ...own, method: 'POST', answer: ShownCampaign } as const
  const problems = ['agent.campaign.immutable', 'agent.campaign.invalid'] as const
  const found = (agent: AgentKey, id: string) => findCampaign(db, agent, id)
  const shownNow = async (agent: AgentKey, { id }: Campaign) => shownOne(show, db, agent, await found(agent, id))
  return [
    agentRoute({
      ...verb,
      path: `${one}/stage`,
      summary: 'Stage a campaign: take down whom it goes to and whom not, and why',
      description:
        'Staging again replaces what was staged. What takes longer than 25 seconds is answered with 202 and `staging`, and goes on.',
      also: { 202: 'It takes longer, and goes on: read the campaign' },
      problems,
      find: ({ agent, params }) => found(agent, params.campaignId),
      handle: async ({ agent, found: campaign, checkIfMatch }) => {
        const became = await stage(agent, { id: campaign.id, checkIfMatch }, deps)
        return new Answer(became === 'staged' ? 200 : 202, await shownNow(agent, campaign))
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
          await act(agent, { id: campaign.id, checkIfMatch }, name as Verb, deps)
          return shownNow(agent, campaign)
        },
      }),
    ),
  ]
}

function readRoutes(deps: CampaignRouteDeps, show: Show): Route[] {
  const reading = { ...read, method: 'GET' } as const
  const find = ({ tx, agent, params }: { tx: Db; agent: AgentKey; params: { campaignId: string } }) =>
    findOutlined(tx, agent, params.campaignId)
  return [
    agentRoute({
      ...reading,
      path: '/campaigns',
      summary: 'List the campaigns of the agent, newest first',
      query: pageQuery,
      answer: listOf(ShownCampaign),
      handle: async ({ tx, agent, query }) => {
        const { data, ...page } = await listCampaigns(tx, agent, query)
        return { data: await show(tx, agent, data), ...page }
      },
    }),
    agentRoute({
      ...reading,
      path: one,
      summary: 'Read a campaign',
      answer: ShownCampaign,
      find: ({ tx, agent, params }) => findCampaign(tx, agent, params.campaignId),
      handle: ({ tx, agent, found }) => shownOne(show, tx, agent, found),
    }),
    agentRoute({
      ...reading,
      path: `${one}/recipients`,
      summary: 'List whom a staged campaign goes to and whom not',
      query: RecipientQuery,
      answer: RecipientPage,
      find,
      handle: ({ tx, agent, found, query }) => recipientsOf(tx, agent, found, query),
    }),
    agentRoute({
      ...reading,
      path: `${one}/preview`,
      summary: 'Read the opening as one person would get it now',
      query: z.strictObject({ personId: z.string().min(1) }),
      answer: CampaignPreview,
      problems: ['agent.campaign.invalid'],
      find,
      handle: async ({ agent, found, query }) => {
        const preview = await previewFor(agent, found, query.personId, deps)
        if (!preview) throw notFound()
        return preview
      },
    }),
    agentRoute({
      ...reading,
      path: `${one}/report`,
      summary: 'Read what became of a campaign',
      answer: CampaignReport,
      find,
      handle: async ({ tx, agent, found }) => reportOf(found, await deps.tallies.of(tx, agent, found)),
    }),
    progressRoute(deps, show),
  ]
}

function progressRoute({ watches }: CampaignRouteDeps, show: Show): Route {
  return agentRoute({
    ...read,
    method: 'GET',
    path: `${one}/progress`,
    summary: 'Watch a campaign: server-sent events',
    description:
      'An event `progress` with the campaign at once, and then whenever it has changed, until it has ended; after ten minutes connect anew.',
    answerTypes: ['text/event-stream'],
    problems: ['request.rate_limited'],
    find: ({ tx, agent, params }) => findOutlined(tx, agent, params.campaignId),
    handle: async ({ tx, agent, found }) => {
      const look = async () => {
        const now = await findOutlined(tx, agent, found.id)
        return now && shownOne(show, tx, agent, now)
      }
      return watches.watch(agent, found.key, look)
    },
  })
}
