import { createHash } from 'node:crypto'
import type { IntegrationDef } from '@parley/definition'
import { OutboundRefused, readAtMost, TooLarge } from '../../../platform/outbound/index.ts'
import { stableJson } from '../../../platform/stable-json.ts'
import { secretNames } from '../../agents/index.ts'
import type { Done } from '../deps.ts'
import type { HandsDeps, HandsFor } from './deps.ts'

/** Custom integrations: an endpoint that an operator has named, with the credential that they gave for it. */

const patienceMilliseconds = 10_000
const mostBytes = 65_536

type Called = { id: string; given: Record<string, unknown> }

export async function callIntegration(held: HandsFor, deps: HandsDeps, called: Called): Promise<Done<unknown>> {
  const { agent } = held
  const { integrations } = await deps.definitions.read(deps.db, agent)
  const integration = integrations.find(({ id }) => id === called.id)
  if (!integration) return { ok: false, why: 'There is no such service any more.' }
  const credential = await deps.secrets.open(deps.db, agent, secretNames.integration(called.id))
  const answer = await ask(integration, { credential, key: keyOf(held, called), given: called.given }, deps)
  return answer.ok ? { ok: true, value: meaning(without(answer.value, credential)) } : answer
}

type Asked = { credential?: string; key: string; given: object }

async function ask({ endpoint }: IntegrationDef, asked: Asked, { fetch }: HandsDeps): Promise<Done<string>> {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'application/json, text/plain;q=0.9',
    'user-agent': 'Parley',
    'idempotency-key': asked.key,
    ...(asked.credential !== undefined && { authorization: asked.credential }),
  }
  const { url, method = 'POST' } = endpoint
  const signal = AbortSignal.timeout(patienceMilliseconds)
  try {
    const init = { method, headers, body: JSON.stringify(asked.given), redirect: 'manual', signal } as const
    const response = await fetch(url, init)
    if (response.ok) return { ok: true, value: (await readAtMost(response, mostBytes)).toString() }
    await response.body?.cancel().catch(() => {})
    return { ok: false, why: `The service answered with an error (${response.status}).` }
  } catch (error) {
    return { ok: false, why: whyNot(error, signal) }
  }
}

/** Words of other errors hold addresses, and perhaps what was sent. */
function whyNot(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'The service did not answer in time.'
  if (error instanceof TooLarge) return 'The service answered with more than can be read.'
  return error instanceof OutboundRefused
    ? 'The service may not be called at its address.'
    : 'The service could not be reached.'
}

/** The same for one event and one call, so that whoever offers the service can tell a repeat. */
function keyOf({ agent, asid, eventId }: HandsFor, { id, given }: Called): string {
  return createHash('sha256')
    .update(stableJson([agent.id, asid, eventId, id, given]))
    .digest('hex')
}

const shortestSecret = 6

/** A service that repeats what it was sent does not tell the model our credential. */
function without(text: string, credential = ''): string {
  const secrets = [credential, ...credential.split(/\s+/)].filter((part) => part.length >= shortestSecret)
  const written = secrets.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)])
  return written.reduce((left, secret) => left.replaceAll(secret, '***'), text)
}

/** JSON where it is some, else the words. */
function meaning(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text.trim()
  }
}
