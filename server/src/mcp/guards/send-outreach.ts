import { digestOf } from '../run-tool.ts'
import type { Guard, GuardPreview, McpToolCall } from '../tool.ts'

import { toMcpToolOutcome } from '../tool-outcome.ts'

type SendDecision = { personId?: string; outreachId: string; [other: string]: unknown }

/** Uses the API's own dry run, so every rule that would reject the send rejects it here. */
export const sendGuard: Guard = {
  canPreviewReadOnly: true,
  dryRunArgument: 'dryRun',
  next: 'Show the user who would receive what. If they agree, repeat the call with dryRun: false and the value of confirm.',
  async preview(call): Promise<GuardPreview> {
    const outcome = toMcpToolOutcome(await call.api({ ...call.request, body: buildSendBody(call, true) }))
    if ('problem' in outcome) return { refusal: outcome }
    const { status: _, ...decided } = outcome.result as SendDecision
    const opening = await previewOpening(call, decided)
    const preview = { dryRun: true, wouldSend: true, ...decided, ...opening }
    return { preview, fingerprint: digestOf([opening, await readDefinition(call)]) }
  },
  execute: async (call) => toMcpToolOutcome(await call.api({ ...call.request, body: buildSendBody(call, false) })),
}

const buildSendBody = ({ request }: McpToolCall, dryRun: boolean) => ({ ...(request.body as object), dryRun })

/**
 * The text sent to a new person, and after the opener, comes from the definition. A caller without the right to read it
 * has not seen it.
 */
async function readDefinition({ api, base }: McpToolCall): Promise<unknown> {
  const { status, body } = await api({ method: 'GET', path: `${base}/export`, query: { format: 'json' } })
  return status === 200 ? body : undefined
}

/** Renders the opener as an existing person would receive it. */
async function previewOpening(
  { api, base }: McpToolCall,
  { personId, outreachId }: SendDecision,
): Promise<{ opening?: unknown }> {
  if (personId === undefined) return {}
  const outreach = await api({ method: 'GET', path: `${base}/outreach/${encodeURIComponent(outreachId)}` })
  const { openerTemplateId } = (outreach.body ?? {}) as { openerTemplateId?: string }
  if (outreach.status !== 200 || openerTemplateId === undefined) return {}
  const path = `${base}/message-templates/${encodeURIComponent(openerTemplateId)}/preview`
  const preview = await api({ method: 'GET', path, query: { personId } })
  return preview.status === 200 ? { opening: (preview.body as { renderedText: string | null }).renderedText } : {}
}
