import type { Schema } from '@parley/sdk'
import { useQuery } from '@tanstack/react-query'
import { createTokenClient } from '../api/client.ts'
import { useUserSession, validTokens } from './session.ts'

type AccountOrg = Schema<'AccountOrg'>

/** All orgs reachable with the stored tokens: an org with a separate password is reachable only with its own. */
export function useOrgs() {
  const tokens = validTokens(useUserSession())
  return useQuery({
    queryKey: ['orgs', ...tokens.map(({ org }) => org)],
    queryFn: async ({ signal }) => {
      const found = new Map<string, AccountOrg>()
      for (const { org, token } of tokens) {
        if (found.has(org)) continue
        const { data } = await createTokenClient(token).get('/auth/orgs', { signal })
        for (const one of data) found.set(one.id, one)
      }
      return [...found.values()].sort((a, b) => a.name.localeCompare(b.name))
    },
  })
}
