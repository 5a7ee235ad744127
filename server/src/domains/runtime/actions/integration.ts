import { createHash } from 'node:crypto'
import type { IntegrationDef } from '@parley/definition'
import { OutboundBlockedError, ResponseTooLargeError, readLimited } from '../../../platform/outbound/index.ts'
import { stableStringify } from '../../../platform/stable-stringify.ts'
import { secretNames } from '../../agents/index.ts'
import type { ActionResult } from '../deps.ts'
import type { ActionDeps, ActionTarget } from './deps.ts'

/** Custom integrations: an endpoint that an operator has named, with the credential that they gave for it. */

const timeoutMilliseconds = 10_000
const maxBytes = 65_536

type IntegrationCall = { id: string; given: Record<string, unknown> }

export async function callIntegration(
  target: ActionTarget,
  deps: ActionDeps,
  called: IntegrationCall,
): Promise<ActionResult<unknown>> {
  const { agent } = target
  const { integrations } = await deps.definitions.read(deps.db, agent)
  const integration = integrations.find(({ id }) => id === called.id)
  if (!integration) return { ok: false, why: 'There is no such service any more.' }
  const credential = await deps.secrets.open(deps.db, agent, secretNames.integration(called.id))
  const answer = await callEndpoint(integration, { credential, key: keyOf(target, called), given: called.given }, deps)
  return answer.ok ? { ok: true, value: parseBody(redactSecret(answer.value, credential)) } : answer
}

type IntegrationRequest = { credential?: string; key: string; given: object }

async function callEndpoint(
  { endpoint }: IntegrationDef,
  request: IntegrationRequest,
  { fetch }: ActionDeps,
): Promise<ActionResult<string>> {
  const headers: Record<string, string> = {
    'content-type': 'application/json',
    accept: 'application/json, text/plain;q=0.9',
    'user-agent': 'Parley',
    'idempotency-key': request.key,
    ...(request.credential !== undefined && { authorization: request.credential }),
  }
  const { url, method = 'POST' } = endpoint
  const signal = AbortSignal.timeout(timeoutMilliseconds)
  try {
    const init = { method, headers, body: JSON.stringify(request.given), redirect: 'manual', signal } as const
    const response = await fetch(url, init)
    if (response.ok) return { ok: true, value: (await readLimited(response, maxBytes)).toString() }
    await response.body?.cancel().catch(() => {})
    return { ok: false, why: `The service answered with an error (${response.status}).` }
  } catch (error) {
    return { ok: false, why: describeFailure(error, signal) }
  }
}

/** Words of other errors hold addresses, and perhaps what was sent. */
function describeFailure(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return 'The service did not answer in time.'
  if (error instanceof ResponseTooLargeError) return 'The service answered with more than can be read.'
  return error instanceof OutboundBlockedError
    ? 'The service may not be called at its address.'
    : 'The service could not be reached.'
}

/** The same for one event and one call, so that whoever offers the service can tell a repeat. */
function keyOf({ agent, asid, eventId }: ActionTarget, { id, given }: IntegrationCall): string {
  return createHash('sha256')
    .update(stableStringify([agent.id, asid, eventId, id, given]))
    .digest('hex')
}

const minSecretLength = 6

/** A service that repeats what it was sent does not tell the model our credential. */
function redactSecret(text: string, credential = ''): string {
  const secrets = [credential, ...credential.split(/\s+/)].filter((part) => part.length >= minSecretLength)
  const written = secrets.flatMap((secret) => [secret, JSON.stringify(secret).slice(1, -1)])
  return written.reduce((left, secret) => left.replaceAll(secret, '***'), text)
}

/** JSON where it is some, else the words. */
function parseBody(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text.trim()
  }
}
