import { isDeepStrictEqual } from 'node:util'
import { type ImportDocument, listImportSections, parseImportDocument } from '@parley/definition'

import { callRoute, digestOf } from '../run-tool.ts'
import type { Guard, McpToolCall, McpToolOutcome } from '../tool.ts'

import { toMcpToolOutcome } from '../tool-outcome.ts'

type SectionEntry = Record<string, unknown>
type SectionChange =
  | { section: string; added: string[]; removed: string[]; changed: string[] }
  | { section: string; before: unknown; after: unknown }

/** Lists what an import would change, section by section; lists of entries with ids are compared by id. */
export function diffSections(before: unknown, after: unknown, sections: readonly string[]): SectionChange[] {
  return sections.flatMap((section) => {
    const [was, will] = [valueAt(before, section), valueAt(after, section)]
    return isDeepStrictEqual(was, will) ? [] : [diffSection(section, was, will)]
  })
}

function diffSection(section: string, was: unknown, will: unknown): SectionChange {
  const [old, now] = [indexById(was ?? []), indexById(will)]
  if (!old || !now) return { section, before: truncateValue(was), after: truncateValue(will) }
  return {
    section,
    added: [...now.keys()].filter((id) => !old.has(id)),
    removed: [...old.keys()].filter((id) => !now.has(id)),
    changed: [...now].filter(([id, entry]) => old.has(id) && !isDeepStrictEqual(old.get(id), entry)).map(([id]) => id),
  }
}

function indexById(list: unknown): Map<string, SectionEntry> | undefined {
  if (!Array.isArray(list)) return undefined
  const named = (list as SectionEntry[]).map((entry) => [entry?.id ?? entry?.key ?? entry?.toolId, entry] as const)
  return named.every(([id]) => typeof id === 'string') ? new Map(named as [string, SectionEntry][]) : undefined
}

const valueAt = (document: unknown, path: string): unknown =>
  path.split('.').reduce<unknown>((value, key) => (value as SectionEntry | undefined)?.[key], document)

const maxValueLength = 600

function truncateValue(value: unknown): unknown {
  const text = JSON.stringify(value) ?? 'nothing'
  return text.length <= maxValueLength
    ? (value ?? null)
    : `${text.slice(0, maxValueLength)}… (${text.length} characters)`
}

type LintFinding = { severity: string }

/** Lints the document as if it were imported, and compares it with the current agent. */
export const importGuard: Guard = {
  canPreviewReadOnly: true,
  next: 'Show the user what would change. If they agree, repeat the call with the value of confirm; it is valid for a few minutes, as long as no one else changes the agent.',
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
    next: 'Fix the findings, and try again.',
  },
})
