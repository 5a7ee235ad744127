import type { Call } from '../call.ts'
import { digestOf } from '../confirm.ts'
import { outcomeOf } from '../outcome.ts'
import type { Guard, Look } from '../tool.ts'

type Decided = { personId?: string; outreachId: string; [other: string]: unknown }

/** A dry run of the API itself: every rule that would refuse the send refuses it here. */
export const sendGuard: Guard = {
  looksAlone: true,
  dry: 'dryRun',
  next: 'Show the user who would get what. When they agree, repeat the call with dryRun: false and the value of confirm.',
  async look(call): Promise<Look> {
    const outcome = outcomeOf(await call.api({ ...call.ask, body: sent(call, true) }))
    if ('problem' in outcome) return { refused: outcome }
    const { status: _, ...decided } = outcome.shown as Decided
    const opening = await openingOf(call, decided)
    const shown = { dryRun: true, wouldSend: true, ...decided, ...opening }
    return { shown, bound: digestOf([opening, await definitionOf(call)]) }
  },
  act: async (call) => outcomeOf(await call.api({ ...call.ask, body: sent(call, false) })),
}

const sent = ({ ask }: Call, dryRun: boolean) => ({ ...(ask.body as object), dryRun })

/** What is said to somebody new, or behind the opener, is the definition's; whoever may not read it has not seen it. */
async function definitionOf({ api, base }: Call): Promise<unknown> {
  const { status, body } = await api({ method: 'GET', path: `${base}/export`, query: { format: 'json' } })
  return status === 200 ? body : undefined
}

/** What a person who is known already would read. */
async function openingOf({ api, base }: Call, { personId, outreachId }: Decided): Promise<{ opening?: unknown }> {
  if (personId === undefined) return {}
  const outreach = await api({ method: 'GET', path: `${base}/outreach/${encodeURIComponent(outreachId)}` })
  const { openerTemplateId } = (outreach.body ?? {}) as { openerTemplateId?: string }
  if (outreach.status !== 200 || openerTemplateId === undefined) return {}
  const path = `${base}/message-templates/${encodeURIComponent(openerTemplateId)}/preview`
  const preview = await api({ method: 'GET', path, query: { personId } })
  return preview.status === 200 ? { opening: (preview.body as { renderedText: string | null }).renderedText } : {}
}
