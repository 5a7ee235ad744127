import { type ImportDocument, listImportSections, parseImportDocument } from '@parley/definition'
import { digestOf } from '../confirm.ts'
import { callRoute } from '../run-tool.ts'
import type { Guard } from '../tool.ts'
import type { McpToolCall, McpToolOutcome } from '../tool-call.ts'
import { toMcpToolOutcome } from '../tool-outcome.ts'
import { diffSections } from './difference.ts'

type LintFinding = { severity: string }

/** The document is linted as if it were imported, and held beside the agent as it is. */
export const importGuard: Guard = {
  canPreviewReadOnly: true,
  next: 'Show the user what would change. When they agree, repeat the call with the value of confirm; it is good for some minutes, and only as long as nobody else changes the agent.',
  async preview(call) {
    const linted = await call.api({ method: 'POST', path: `${call.base}/lint`, body: call.request.body })
    const current = await call.api({ method: 'GET', path: `${call.base}/export`, query: { format: 'json' } })
    const failed = [linted, current].find(({ status }) => status !== 200)
    if (failed) return { refusal: toMcpToolOutcome(failed) }
    const findings = (linted.body as { data: LintFinding[] }).data
    const faults = findings.filter(({ severity }) => severity === 'error')
    if (faults.length > 0) return { refusal: toFindingsProblem(faults) }
    return { preview: { ...describeImport(call, current.body), findings }, fingerprint: digestOf(current.body) }
  },
  execute: callRoute,
}

function describeImport({ request }: McpToolCall, current: unknown): Record<string, unknown> {
  const document: ImportDocument = parseImportDocument(request.body)
  const { applied, skipped } = listImportSections(document)
  return { wouldReplace: applied, wouldKeep: skipped, changes: diffSections(current, document, applied) }
}

const toFindingsProblem = (findings: LintFinding[]): McpToolOutcome => ({
  problem: {
    message: 'The document cannot be imported',
    findings,
    next: 'Mend what the findings name, and try again.',
  },
})
