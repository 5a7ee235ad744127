import type { Finding } from '@parley/findings'
import { CaseDocument } from '../document.ts'
import { isJsonObject } from '../json-node.ts'
import { limitFindings } from '../limit-findings.ts'
import { boundDocument } from './bounded.ts'
import { schemaFindings } from './schema.ts'
import { sizeFindings } from './size.ts'
import { structureFindings } from './structure.ts'
import { findMalformedValues } from './well-formed.ts'

export type CaseReadResult = { document?: CaseDocument; findings: Finding[] }
export type LintCase = (document: CaseDocument) => Finding[]

/**
 * Reads a document of unknown origin. All that is wrong with it is told together: with a linter, what the agent has to
 * say as well, whatever the schema says. The document is there when nothing is an error.
 *
 * `origin` is taken as it is sent, so that a case that was read can be written back. Whoever stores cases keeps the one
 * that they have: it is the platform that sets it.
 */
export function readCase(body: unknown, lint: LintCase = () => []): CaseReadResult {
  const whole = withoutDropped(body)
  const unsound = findMalformedValues(whole)
  // What is too deep to be walked through is not looked at any further.
  if (unsound.some(({ code }) => code === 'case.schema.depth')) return { findings: limitFindings(unsound) }
  const sent = boundDocument(whole)
  const parsed = CaseDocument.safeParse(sent, { reportInput: true })
  const findings = limitFindings([
    ...structureFindings({ value: sent, path: '' }),
    ...unsound,
    ...sizeFindings({ value: sent, path: '' }),
    ...(parsed.success ? [] : schemaFindings(parsed.error.issues)),
    // A linter takes nothing for granted, so that it can tell of a document that is faulty elsewhere.
    ...(isJsonObject(sent) ? lint((parsed.data ?? sent) as CaseDocument) : []),
  ])
  if (!parsed.success || findings.some(({ severity }) => severity === 'error')) return { findings }
  return { document: parsed.data, findings }
}

/** Read-only and legacy fields are taken and dropped (document 4, section 8, Tests). */
function withoutDropped(body: unknown): unknown {
  if (!isJsonObject(body)) return body
  const { id, suiteId, lint, createdAt, updatedAt, ...document } = body
  const { expect } = document
  if (!isJsonObject(expect) || !isJsonObject(expect.judge)) return document
  const { dimensions, model, ...judge } = expect.judge
  return { ...document, expect: { ...expect, judge } }
}
