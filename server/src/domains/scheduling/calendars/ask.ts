import type { OrgKey } from '../../../platform/http/route.ts'
import { readAtMost } from '../../../platform/outbound/index.ts'
import { callWithConnection, type UseDeps } from '../../connections/index.ts'
import type { Ask } from './calendar.ts'

const mostAnswerBytes = 4 * 1024 * 1024

type Asker = { org: OrgKey; connectionId: string; signal: AbortSignal }

/** Asks with the token of a connection, until the signal fires. */
export function askWith(deps: UseDeps, { org, connectionId, signal }: Asker): Ask {
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
    const bytes = await readAtMost(response, mostAnswerBytes)
    return { status: response.status, body: parsed(bytes.toString('utf8')) }
  }
}

/** What is no JSON fits no schema, and is refused where it is read. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
