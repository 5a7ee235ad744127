import { z } from 'zod'
import type { ToolProvider } from './provider.ts'

const ErrorBody = z.object({
  error: z.object({
    message: z.string(),
    errors: z.array(z.object({ reason: z.string() })).optional(),
  }),
})

/** The reasons of a 403 that is about quota, from developers.google.com/workspace/calendar/api/guides/errors. */
const quotaReasons = new Set(['rateLimitExceeded', 'userRateLimitExceeded', 'quotaExceeded', 'dailyLimitExceeded'])

/** Google's APIs share the format of their errors. `fixPermission` says what the connected account must be allowed. */
export function createGoogleProvider({
  name,
  fixPermission,
}: Pick<ToolProvider, 'name' | 'fixPermission'>): ToolProvider {
  return {
    name,
    fixCredentials: 'Connect the Google account again in the settings of the tool.',
    fixPermission,
    explain: (body) => ErrorBody.safeParse(body).data?.error.message,
    classify(status, body) {
      const reasons = ErrorBody.safeParse(body).data?.error.errors ?? []
      return status === 403 && reasons.some(({ reason }) => quotaReasons.has(reason)) ? 'rateLimited' : undefined
    },
  }
}
