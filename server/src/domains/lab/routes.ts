import type { Db } from '../../platform/db/database.ts'
import { type AgentKey, gatewayRoute, type Route } from '../../platform/http/route.ts'
import { listOf } from '../../platform/http/schemas.ts'
import type { Typing } from './carrier/typing.ts'
import type { LabDeps } from './deps.ts'
import { HandsetEvent, TakenEvent } from './events/event.ts'
import { takeEvent } from './events/take-event.ts'
import { Handset, type HandsetPlace, HandsetSettings, HandsetWithMessages, ListedHandset } from './handset.ts'
import { placeIn } from './place.ts'
import { listHandsets, lockHandset, readBehaviour, readMessages, saveHandset, userIdAt } from './queries.ts'

const tag = 'Handset lab'
const path = '/handsets/:channel/:address'

/** Document 4, section 7; served under `/lab/v1` of the gateway. */
export const labRoutes = (deps: LabDeps, typing: Typing): Route[] => [
  gatewayRoute({
    method: 'GET',
    path: '/handsets',
    summary: 'List the handsets of the agent',
    description: 'The newest first, at most 1000.',
    tag,
    answer: listOf(ListedHandset),
    handle: async ({ tx, agent }) => ({ data: await listHandsets(tx, agent) }),
  }),
  gatewayRoute({
    method: 'PUT',
    path,
    summary: 'Set how a handset behaves',
    description: 'Makes it if there is none. What is absent stays as it is.',
    tag,
    body: HandsetSettings,
    answer: Handset,
    find: async ({ tx, agent, params, world }) => lockHandset(tx, agent, placeIn(params), world.now()),
    handle: async ({ tx, agent, found: at, body, world }) => {
      await saveHandset(tx, agent, { at, settings: body, now: world.now() })
      return shownHandset(tx, agent, at)
    },
  }),
  gatewayRoute({
    method: 'GET',
    path,
    summary: 'Read a handset and what it shows',
    description: 'The newest 500 messages, the oldest first. A number never set behaves as usual and shows nothing.',
    tag,
    answer: HandsetWithMessages,
    problems: ['resource.not_found', 'request.invalid'],
    volatile: ['messages', 'typing', 'userId', 'failNext'],
    handle: async ({ tx, agent, params, world }) => {
      const at = placeIn(params)
      const messages = await readMessages(tx, agent, at)
      return { ...(await shownHandset(tx, agent, at)), typing: typing.isShown(agent.key, at, world.now()), messages }
    },
  }),
  gatewayRoute({
    method: 'POST',
    path: `${path}/events`,
    summary: 'Do something on a handset',
    tag,
    body: HandsetEvent,
    answer: TakenEvent,
    status: 202,
    problems: ['resource.not_found', 'resource.conflict'],
    // What is told to the gateway is kept by the gateway, in transactions of its own.
    transaction: false,
    handle: ({ agent, params, body }) => takeEvent(deps, { agent, at: placeIn(params) }, body),
  }),
]

async function shownHandset(db: Db, agent: AgentKey, at: HandsetPlace) {
  const userId = await userIdAt(db, agent, at)
  return { ...at, ...(userId !== undefined && { userId }), ...(await readBehaviour(db, agent, at)) }
}
