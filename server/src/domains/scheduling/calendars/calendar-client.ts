import type { OrgKey } from '../../../platform/http/route.ts'
import { readLimited } from '../../../platform/outbound/index.ts'
import { callWithConnection, type GrantUseDeps } from '../../connections/index.ts'
import type { SendCalendarRequest } from './calendar.ts'

const maxAnswerBytes = 4 * 1024 * 1024

type CalendarClientOptions = { org: OrgKey; connectionId: string; signal: AbortSignal }

/** Asks with the token of a connection, until the signal fires. */
export function createCalendarClient(
  deps: GrantUseDeps,
  { org, connectionId, signal }: CalendarClientOptions,
): SendCalendarRequest {
  return async ({ method, url, body, headers }) => {
    const response = await callWithConnection(deps, org, connectionId, (token) =>
      deps.fetch(url, {
        method,
        signal,
        redirect: 'error',
        headers: {
          accept: 'application/json',
          authorization: `Bearer ${token}`,
          ...(body && { 'content-type': 'application/json' }),
          ...headers,
        },
        ...(body && { body: JSON.stringify(body) }),
      }),
    )
    const bytes = await readLimited(response, maxAnswerBytes)
    return { status: response.status, body: parseJson(bytes.toString('utf8')) }
  }
}

/** What is no JSON fits no schema, and is refused where it is read. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
