import { callRoute } from '../run-tool.ts'
import { createToolProblem, type Guard } from '../tool.ts'

import { toMcpToolOutcome } from '../tool-outcome.ts'

type Campaign = Record<'name' | 'status' | 'outreachId' | 'counts' | 'stagedAt' | 'updatedAt', unknown> & {
  exclusions?: unknown
  estimate?: unknown
  previews?: unknown
}

/** Starts exactly what was staged: a token for one snapshot is not valid for the next. */
export const startGuard: Guard = {
  next: 'Show the user how many people will receive a message. If they agree, repeat the call with the value of confirm.',
  async preview(call) {
    const outcome = toMcpToolOutcome(await call.api({ method: 'GET', path: call.request.path.replace(/\/start$/, '') }))
    if ('problem' in outcome) return { refusal: outcome }
    const { name, status, outreachId, counts, stagedAt, updatedAt, exclusions, estimate, previews } =
      outcome.result as Campaign
    if (status !== 'staged') {
      const next = 'Stage a draft first with stage_campaign; a running campaign needs no start.'
      return { refusal: createToolProblem(`The campaign is ${status}; only a staged campaign can be started`, next) }
    }
    const preview = { wouldStart: true, name, outreachId, counts, exclusions, estimate, previews }
    return { preview, fingerprint: JSON.stringify([stagedAt, updatedAt]) }
  },
  execute: callRoute,
}
