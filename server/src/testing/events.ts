import type { TestAgent } from './agent.ts'
import type { TestApp } from './app.ts'

type Event = { type: string; data: unknown }

/** The published events about the people and appointments of an agent, in order. */
export async function readAnnouncedEvents(server: TestApp, agent: TestAgent): Promise<Event[]> {
  const { rows } = await server.database.pool.query<Event>(
    `select type, data from outbox where org_id = $1 and type ~ '^(person|appointment)\\.'
      and data->>'agentId' = $2 order by created_at, id`,
    [agent.orgId, agent.id],
  )
  return rows
}
