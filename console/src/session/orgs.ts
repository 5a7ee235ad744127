import type { Schema } from '@parley/sdk'
import { useQuery } from '@tanstack/react-query'
import { clientWithToken } from '../api/client.ts'
import { useUserSession, validTokens } from './session.ts'

type AccountOrg = Schema<'AccountOrg'>

/** Every org that the tokens reach together: one with a password of its own is reached by its own alone. */
export function useOrgs() {
  const tokens = validTokens(useUserSession())
  return useQuery({
    queryKey: ['orgs', ...tokens.map(({ org }) => org)],
    queryFn: async ({ signal }) => {
      const found = new Map<string, AccountOrg>()
      for (const { org, token } of tokens) {
        if (found.has(org)) continue
        const { data } = await clientWithToken(token).get('/auth/orgs', { signal })
        for (const one of data) found.set(one.id, one)
      }
      return [...found.values()].sort((a, b) => a.name.localeCompare(b.name))
    },
  })
}
