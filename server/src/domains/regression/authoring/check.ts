import type { Finding } from '@parley/findings'
import { type CaseDocument, type createCaseLinter, readCase } from '@parley/testcase'

/** What a model wrote, and what there is to say of it. */
export type CheckedDraft = { written: unknown; document?: CaseDocument; findings: Finding[] }

type Lint = ReturnType<typeof createCaseLinter>

export function checkDraft(written: unknown, lint: Lint): CheckedDraft {
  const { document } = readCase(written)
  // Said together, so that the model that wrote it can mend all at once.
  const { findings } = readCase(written, lint)
  return { written, ...(document && { document }), findings }
}

/** A case that nobody can play is no case, though it may be kept. */
const faultCodes = ['case.brief.not-compiled']

export const listFaults = ({ findings }: Pick<CheckedDraft, 'findings'>): Finding[] =>
  findings.filter(({ severity, code }) => severity === 'error' || faultCodes.includes(code))

export function createMissingDraft(message: string): CheckedDraft {
  return { written: undefined, findings: [{ severity: 'error', code: 'case.schema.type', path: '', message }] }
}

const maxFindingsDescribed = 12

/** For the model that wrote it. */
export const describeFindings = (findings: readonly Finding[]): string =>
  findings
    .slice(0, maxFindingsDescribed)
    .map(({ path, message, code }) => `${path || '/'} ${message} (${code})`)
    .join('; ')
