import type { Db } from '../../platform/db/database.ts'
import { type AgentKey, gatewayRoute, type Route } from '../../platform/http/route.ts'
import { listSchema } from '../../platform/http/schemas.ts'

import type { TypingIndicators } from './carrier/adapters.ts'
import type { LabDeps } from './deps.ts'

import { HandsetEvent, HandsetEventResult, handleHandsetEvent } from './events/handle-event.ts'
import {
  Handset,
  type HandsetAddress,
  HandsetSettings,
  HandsetWithMessages,
  ListedHandset,
  parseHandsetAddress,
} from './handset.ts'
import { findUserId, listHandsetMessages, listHandsets, lockHandset, readBehavior, saveHandset } from './queries.ts'

const tag = 'Handset lab'
const path = '/handsets/:channel/:address'

/** Served under `/lab/v1` of the gateway. */
export const labRoutes = (deps: LabDeps, typing: TypingIndicators): Route[] => [
  gatewayRoute({
    method: 'GET',
    path: '/handsets',
    summary: 'List the handsets of the agent',
    description: 'Newest first, at most 1000.',
    tag,
    response: listSchema(ListedHandset),
    handle: async ({ tx, agent }) => ({ data: await listHandsets(tx, agent) }),
  }),
  gatewayRoute({
    method: 'PUT',
    path,
    summary: 'Set how a handset behaves',
    description: 'Creates it if it does not exist. Omitted fields keep their values.',
    tag,
    body: HandsetSettings,
    response: Handset,
    find: async ({ tx, agent, params, world }) => lockHandset(tx, agent, parseHandsetAddress(params), world.now()),
    handle: async ({ tx, agent, found: at, body, world }) => {
      await saveHandset(tx, agent, { at, settings: body, now: world.now() })
      return serializeHandset(tx, agent, at)
    },
  }),
  gatewayRoute({
    method: 'GET',
    path,
    summary: 'Read a handset and what it shows',
    description:
      'The newest 500 messages, oldest first. A number that was never set up behaves normally and shows nothing.',
    tag,
    response: HandsetWithMessages,
    problems: ['resource.not_found', 'request.invalid'],
    volatile: ['messages', 'typing', 'userId', 'failNext'],
    handle: async ({ tx, agent, params, world }) => {
      const at = parseHandsetAddress(params)
      const messages = await listHandsetMessages(tx, agent, at)
      return {
        ...(await serializeHandset(tx, agent, at)),
        typing: typing.isShown(agent.key, at, world.now()),
        messages,
      }
    },
  }),
  gatewayRoute({
    method: 'POST',
    path: `${path}/events`,
    summary: 'Do something on a handset',
    tag,
    body: HandsetEvent,
    response: HandsetEventResult,
    status: 202,
    problems: ['resource.not_found', 'resource.conflict'],
    // The gateway stores these events in its own transactions.
    transaction: false,
    handle: ({ agent, params, body }) => handleHandsetEvent(deps, { agent, at: parseHandsetAddress(params) }, body),
  }),
]

async function serializeHandset(db: Db, agent: AgentKey, at: HandsetAddress) {
  const userId = await findUserId(db, agent, at)
  return { ...at, ...(userId !== undefined && { userId }), ...(await readBehavior(db, agent, at)) }
}
