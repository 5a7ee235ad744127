import { callRoute, digestOf } from '../run-tool.ts'
import { createToolProblem, type Guard } from '../tool.ts'
import { toMcpToolOutcome } from '../tool-outcome.ts'

type Binding = { enabled: boolean; configStatus: { complete: boolean; missing: string[] } }

/** Shows the call before it is made: it reaches the provider, with the credentials of the binding. */
export const trialGuard: Guard = {
  next: 'Show the user which tool would be called with what: the call is real. If they agree, repeat the call with the value of confirm.',
  async preview({ api, request }) {
    const outcome = toMcpToolOutcome(await api({ method: 'GET', path: request.path.replace(/\/_try$/, '') }))
    if ('problem' in outcome) return { refusal: outcome }
    const { enabled, configStatus } = outcome.result as Binding
    if (!enabled || !configStatus.complete) {
      const reason = enabled ? `lacks ${configStatus.missing.join(', ')}` : 'is disabled'
      const next = 'Ask the user to complete and enable it in the console, under Templates and tools.'
      return { refusal: createToolProblem(`The tool cannot be called: its binding ${reason}`, next) }
    }
    const preview = { wouldCall: true, isReal: true, ...(request.body as object) }
    return { preview, fingerprint: digestOf(outcome.result) }
  },
  execute: callRoute,
}
