import { z } from 'zod'
import { invalid } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Keyring } from '../../../platform/secrets/keyring.ts'
import type { Filter } from './filter.ts'
import type { Position, Sort } from './sort.ts'

/** The list that a token continues; with any other it cannot be opened. */
type ListOf = { agent: AgentKey; filter: Filter; sort: Sort }

const Sealed = z.tuple([z.string(), z.int()])

/** Sealed, because the place in a list by name is a name, and addresses of requests end up in logs. */
export function writePageToken(keyring: Keyring, list: ListOf, { value, key }: Position): string {
  return keyring.seal(JSON.stringify([value, key]), about(list)).toString('base64url')
}

export function readPageToken(keyring: Keyring, list: ListOf, token: string | undefined): Position | undefined {
  if (token === undefined) return undefined
  try {
    const [value, key] = Sealed.parse(JSON.parse(keyring.open(Buffer.from(token, 'base64url'), about(list))))
    return { value, key }
  } catch {
    throw invalid([{ field: 'pageToken', message: 'must be a nextPageToken of the same list, filter and sort' }])
  }
}

function about({ agent, filter, sort }: ListOf): string {
  return JSON.stringify(['people', agent.key, sort, filter])
}
