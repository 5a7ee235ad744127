import { serializeOutreach } from '@parley/definition'
import { z } from 'zod'
import { readJson } from '../../../platform/http/body.ts'
import { problem } from '../../../platform/http/problem.ts'
import { agentRoute, type BodyReader, type Route } from '../../../platform/http/route.ts'
import type { Definitions } from '../../agents/index.ts'
import type { AcceptSend } from '../deps.ts'
import { respondWithin, sendTimeouts as usual } from '../send-timeouts.ts'
import { ActionDefinition, buildActionDefinition } from './action-definition.ts'
import { deriveJourneyKey, JourneySend, toNamedSend } from './request.ts'
import {
  JourneyOutcome,
  JourneyStatus,
  type ReadJourneySend,
  toAcceptedOutcome,
  toJourneyStatus,
  toRefusedOutcome,
} from './responses.ts'

/**
 * Parses JSON from journey platforms, which fill templates: a missing profile value arrives as null or an empty string,
 * and numbers and booleans arrive unquoted. The result has only strings, null for values that were not supplied, and a
 * boolean dryRun.
 */
export function parseTolerantJson(text: string): unknown {
  const body = dropEmpty(JSON.parse(text, preserveNumberText))
  if (body === null) return {}
  return isObject(body) && 'dryRun' in body ? { ...body, dryRun: parseBoolean(body.dryRun) } : body
}

/** Keeps the digits as sent: an id may exceed the precision of a double. */
function preserveNumberText(_key: string, value: unknown, context?: { source?: string }): unknown {
  return typeof value === 'number' ? (context?.source ?? String(value)) : value
}

function dropEmpty(value: unknown): unknown {
  if (value === '') return null
  if (typeof value === 'boolean') return String(value)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, dropEmpty(inner)]))
}

function parseBoolean(value: unknown): unknown {
  const word = typeof value === 'string' ? value.trim() : value
  return word === 'true' || word === 'false' ? word === 'true' : value
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

export type JourneyDeps = {
  definitions: Pick<Definitions, 'read'>
  publicUrl: string
  accept: AcceptSend
  readSend: ReadJourneySend
  /** Time limit of a decision, in milliseconds. */
  patience?: number
}

const tag = 'Journey-platform integration'
const reader = { role: 'viewer', tag } as const

/** Ignores the content type, even a missing one. */
const readTolerantly: BodyReader = (raw) => {
  // Rejects bodies that cannot be parsed or stored.
  readJson(raw, 'application/json')
  return raw && raw.length > 0 ? parseTolerantJson(new TextDecoder().decode(raw)) : {}
}

const SendQuery = z.strictObject({ sendId: z.string().min(1, 'must not be empty') })

/** The journey-platform integration (docs/journey.md). `contract.test.ts` enforces its compatibility promise. */
export function journeyRoutes(deps: JourneyDeps): Route[] {
  return [sendRoute(deps), ...statusRoutes(deps), definitionRoute(deps)]
}

function sendRoute({ accept, patience = usual.journey }: JourneyDeps): Route {
  return agentRoute({
    method: 'POST',
    path: '/integrations/journey/outreach/:outreachId/sends',
    role: 'editor',
    scope: ['integrations:journey', 'people:write'],
    tag,
    summary: 'Send an Outreach from a journey step',
    description:
      'Answers 200 for every decision, within 10 seconds. null, an empty string and a missing field all mean not ' +
      'supplied; a number or a boolean is read as a string where one is expected, and dryRun also as a string. The body ' +
      'is parsed as JSON whatever the content type. Repeating the call after any error is safe.',
    limit: 'journey',
    bodyFormat: { as: readTolerantly, types: ['application/json', '*/*'] },
    validationErrorStyle: 400,
    body: JourneySend,
    response: JourneyOutcome,
    problems: [
      'agent.not_found',
      'agent.outreach.not_found',
      'agent.outreach_send.upstream',
      'agent.outreach_send.timeout',
    ],
    // The decision has its own transaction, which a timed-out response does not roll back.
    transaction: false,
    audited: false,
    handle: async ({ agent, params: { outreachId }, body, world }) => {
      const { key, idempotency } = deriveJourneyKey(body, outreachId, world.now())
      try {
        const send = { ...toNamedSend(body), idempotencyKey: key }
        return toAcceptedOutcome(await respondWithin(accept(agent, outreachId, send), patience), idempotency)
      } catch (error) {
        return toRefusedOutcome(error, idempotency)
      }
    },
  })
}

function statusRoutes({ readSend }: JourneyDeps): Route[] {
  const shared = {
    ...reader,
    method: 'GET',
    scope: ['integrations:journey', 'people:read'],
    response: JourneyStatus,
  } as const
  return [
    agentRoute({
      ...shared,
      path: '/integrations/journey/sends/:sendId',
      summary: 'Read the result of a send',
      find: ({ tx, agent, params }) => readSend(tx, agent, params.sendId),
      handle: async ({ found }) => toJourneyStatus(found),
    }),
    agentRoute({
      ...shared,
      path: '/integrations/journey/sends',
      verb: 'find',
      summary: 'Read the result of the send in the query',
      query: SendQuery,
      validationErrorStyle: 400,
      handle: async ({ tx, agent, query }) => {
        const send = await readSend(tx, agent, query.sendId)
        if (!send) throw problem('resource.not_found', 404)
        return toJourneyStatus(send)
      },
    }),
  ]
}

function definitionRoute({ definitions, publicUrl }: JourneyDeps): Route {
  return agentRoute({
    ...reader,
    method: 'GET',
    path: '/integrations/journey/outreach/:outreachId/action-definition',
    scope: ['integrations:journey', 'agents:read'],
    summary: 'Read everything a journey platform needs to send an Outreach',
    response: ActionDefinition,
    problems: ['agent.outreach.not_found', 'agent.outreach.journey_incompatible_inputs'],
    handle: async ({ tx, agent, params }) => {
      const definition = await definitions.read(tx, agent)
      const outreach = definition.outreaches.find(({ id }) => id === params.outreachId)
      if (!outreach) throw problem('agent.outreach.not_found', 404)
      return buildActionDefinition(agent, serializeOutreach(definition, outreach), publicUrl)
    },
  })
}
