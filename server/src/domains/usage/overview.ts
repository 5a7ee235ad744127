import { channels } from '@parley/amf'
import { z } from 'zod'
import type { Db } from '../../platform/db/database.ts'
import type { OrgKey } from '../../platform/http/route.ts'
import { timestamp } from '../../platform/http/schemas.ts'
import { agentListing } from '../agents/index.ts'
import type { Channels } from '../channels/index.ts'
import { traffic } from '../conversations/index.ts'
import { findLastRuns, type LastRun } from '../regression/index.ts'

const count = z.int().min(0)

export const AgentOverview = z
  .strictObject({
    agentId: z.string(),
    name: z.string(),
    channels: z.array(
      z.strictObject({
        channel: z.enum(channels),
        status: z.string(),
        carrier: z.enum(['provider', 'webchat', 'lab']).meta({
          description:
            'Who carries its messages: a provider, the web chat, or the handset lab, which reaches no real phone.',
        }),
      }),
    ),
    lastMessageAt: timestamp.optional().meta({ description: 'In both directions; rehearsals do not count.' }),
    lastTestRun: z
      .strictObject({
        id: z.string(),
        status: z.string(),
        passed: count,
        failed: count.meta({ description: 'Includes those that errored.' }),
        finishedAt: timestamp.optional(),
      })
      .optional(),
  })
  .meta({
    id: 'AgentOverview',
    examples: [
      {
        agentId: 'front-desk',
        name: 'Front desk',
        channels: [{ channel: 'webchat', status: 'Active', carrier: 'webchat' }],
        lastMessageAt: '2030-01-31T09:00:00.000Z',
        lastTestRun: {
          id: 'run_01',
          status: 'completed',
          passed: 7,
          failed: 1,
          finishedAt: '2030-01-31T08:00:00.000Z',
        },
      },
    ],
  })
export type AgentOverview = z.infer<typeof AgentOverview>

export const AgentsOverview = z.strictObject({ data: z.array(AgentOverview) }).meta({ id: 'AgentsOverview' })

/** Overview of each agent of the org, sorted by name. */
export async function listAgentOverviews(
  db: Db,
  org: OrgKey,
  reads: Pick<Channels, 'listStates'>,
): Promise<AgentOverview[]> {
  const agents = await agentListing.listOfOrg(db, org)
  const keys = agents.map(({ key }) => key)
  const [states, runs, times] = await Promise.all([
    reads.listStates(keys),
    findLastRuns(db, keys),
    traffic.lastTimes(db, keys),
  ])
  const bound = Map.groupBy(states, ({ agentKey }) => agentKey)
  const lastRuns = new Map(runs.map((run) => [run.agentKey, run]))
  return agents.map(({ key, id: agentId, name }) => ({
    agentId,
    name,
    channels: (bound.get(key) ?? []).map(({ channel, status, carrier }) => ({ channel, status, carrier })),
    lastMessageAt: times.get(key)?.toISOString(),
    lastTestRun: serializeTestRun(lastRuns.get(key)),
  }))
}

function serializeTestRun(run: LastRun | undefined): AgentOverview['lastTestRun'] {
  if (!run) return undefined
  const { id, status, passed, failed, finishedAt } = run
  return { id, status, passed, failed, finishedAt: finishedAt?.toISOString() }
}
