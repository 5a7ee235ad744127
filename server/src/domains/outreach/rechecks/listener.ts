import type { OutboxEvent, OutboxListener } from '../../../platform/outbox.ts'
import type { World } from '../../../platform/world.ts'
import { insertRechecks, type RecheckRequest } from './queries.ts'
import { nudgeRechecks } from './worker.ts'

type RecheckEventData = { agentId: string; personId?: string; sections?: string[] }

/** Definition sections that contain hours, windows, delays and switches. */
const sections = new Set(['sendingSettings', 'automatedOutreach', 'sequences', 'outreaches', 'scheduling'])

const eventFilters = new Map<string, (eventData: RecheckEventData) => boolean>([
  ['agent.updated', (eventData) => eventData.sections?.some((section) => sections.has(section)) ?? false],
  ['channel.status_changed', () => true],
  ['person.consent_changed', () => true],
  ['desk.returned', ({ personId }) => personId !== undefined],
  ['desk.closed', ({ personId }) => personId !== undefined],
])

/**
 * Runs in the transaction of a change that waiting rows may depend on, so a recheck is requested if and only if the
 * change commits.
 */
export function createRecheckListener({ world }: { world: Pick<World, 'now'> }): OutboxListener {
  return async (tx, events) => {
    const requests = events.flatMap(toRecheckRequests)
    if (requests.length === 0) return
    await insertRechecks(tx, requests, world.now())
    nudgeRechecks(tx)
  }
}

function toRecheckRequests({ orgId, type, data }: OutboxEvent): RecheckRequest[] {
  const eventData = data as RecheckEventData
  const { agentId, personId } = eventData
  return eventFilters.get(type)?.(eventData) ? [{ orgId, agentId, personId }] : []
}
