import type { Finding } from '@parley/findings'
import { type CaseDocument, type createCaseLinter, readCase } from '@parley/testcase'

export type CheckedDraft = { written: unknown; document?: CaseDocument; findings: Finding[] }

type Lint = ReturnType<typeof createCaseLinter>

export function checkDraft(written: unknown, lint: Lint): CheckedDraft {
  const { document } = readCase(written)
  // Reports all findings together, so that the model can fix them in one attempt.
  const { findings } = readCase(written, lint)
  return { written, ...(document && { document }), findings }
}

/** Findings that make a draft useless because the case cannot be played, although such a case may be stored. */
const faultCodes = ['case.brief.not-compiled']

export const listFaults = ({ findings }: Pick<CheckedDraft, 'findings'>): Finding[] =>
  findings.filter(({ severity, code }) => severity === 'error' || faultCodes.includes(code))

export function createMissingDraft(message: string): CheckedDraft {
  return { written: undefined, findings: [{ severity: 'error', code: 'case.schema.type', path: '', message }] }
}

const maxFindingsDescribed = 12

export const describeFindings = (findings: readonly Finding[]): string =>
  findings
    .slice(0, maxFindingsDescribed)
    .map(({ path, message, code }) => `${path || '/'} ${message} (${code})`)
    .join('; ')
