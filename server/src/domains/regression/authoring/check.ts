import type { Finding } from '@parley/findings'
import { type CaseDocument, type caseLinter, readCase } from '@parley/testcase'

/** What a model wrote, and what there is to say of it. */
export type Checked = { written: unknown; document?: CaseDocument; findings: Finding[] }

type Lint = ReturnType<typeof caseLinter>

export function check(written: unknown, lint: Lint): Checked {
  const { document } = readCase(written)
  // Said together, so that the model that wrote it can mend all at once.
  const { findings } = readCase(written, lint)
  return { written, ...(document && { document }), findings }
}

/** A case that nobody can play is no case, though it may be kept. */
const faults = ['case.brief.not-compiled']

export const faultsIn = ({ findings }: Pick<Checked, 'findings'>): Finding[] =>
  findings.filter(({ severity, code }) => severity === 'error' || faults.includes(code))

export function unwritten(message: string): Checked {
  return { written: undefined, findings: [{ severity: 'error', code: 'case.schema.type', path: '', message }] }
}

const mostTold = 12

/** For the model that wrote it. */
export const complaintOf = (findings: readonly Finding[]): string =>
  findings
    .slice(0, mostTold)
    .map(({ path, message, code }) => `${path || '/'} ${message} (${code})`)
    .join('; ')
