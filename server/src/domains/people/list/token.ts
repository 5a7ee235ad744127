import { z } from 'zod'
import { invalidRequest } from '../../../platform/http/problem.ts'
import type { AgentKey } from '../../../platform/http/route.ts'
import type { Keyring } from '../../../platform/secrets/keyring.ts'
import type { ParsedFilter } from './filter.ts'
import type { ListPosition, Sort } from './sort.ts'

/** The list that a token continues; with any other it cannot be opened. */
type TokenScope = { agent: AgentKey; filter: ParsedFilter; sort: Sort }

const TokenPayload = z.tuple([z.string(), z.int()])

/** Sealed, because the place in a list by name is a name, and addresses of requests end up in logs. */
export function encodePeoplePageToken(keyring: Keyring, list: TokenScope, { value, key }: ListPosition): string {
  return keyring.encrypt(JSON.stringify([value, key]), tokenAad(list)).toString('base64url')
}

export function decodePeoplePageToken(
  keyring: Keyring,
  list: TokenScope,
  token: string | undefined,
): ListPosition | undefined {
  if (token === undefined) return undefined
  try {
    const [value, key] = TokenPayload.parse(
      JSON.parse(keyring.decrypt(Buffer.from(token, 'base64url'), tokenAad(list))),
    )
    return { value, key }
  } catch {
    throw invalidRequest([{ field: 'pageToken', message: 'must be a nextPageToken of the same list, filter and sort' }])
  }
}

function tokenAad({ agent, filter, sort }: TokenScope): string {
  return JSON.stringify(['people', agent.key, sort, filter])
}
