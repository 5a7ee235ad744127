import { type ImportDocument, readDocument, sectionsOf } from '@parley/definition'
import type { Call, Outcome } from '../call.ts'
import { digestOf } from '../confirm.ts'
import { outcomeOf } from '../outcome.ts'
import { asked } from '../run.ts'
import type { Guard } from '../tool.ts'
import { differences } from './difference.ts'

type Found = { severity: string }

/** The document is linted as if it were imported, and held beside the agent as it is. */
export const importGuard: Guard = {
  looksAlone: true,
  next: 'Show the user what would change. When they agree, repeat the call with the value of confirm; it is good for some minutes, and only as long as nobody else changes the agent.',
  async look(call) {
    const linted = await call.api({ method: 'POST', path: `${call.base}/lint`, body: call.ask.body })
    const current = await call.api({ method: 'GET', path: `${call.base}/export`, query: { format: 'json' } })
    const failed = [linted, current].find(({ status }) => status !== 200)
    if (failed) return { refused: outcomeOf(failed) }
    const findings = (linted.body as { data: Found[] }).data
    const faults = findings.filter(({ severity }) => severity === 'error')
    if (faults.length > 0) return { refused: faulty(faults) }
    return { shown: { ...shown(call, current.body), findings }, bound: digestOf(current.body) }
  },
  act: asked,
}

function shown({ ask }: Call, current: unknown): Record<string, unknown> {
  const document: ImportDocument = readDocument(ask.body)
  const { applied, skipped } = sectionsOf(document)
  return { wouldReplace: applied, wouldKeep: skipped, changes: differences(current, document, applied) }
}

const faulty = (findings: Found[]): Outcome => ({
  problem: {
    message: 'The document cannot be imported',
    findings,
    next: 'Mend what the findings name, and try again.',
  },
})
