import { type AgentDefinition, remembered } from '@parley/definition'
import type { Finding } from '@parley/findings'
import { type CaseDocument, caseLinter, readCase } from '@parley/testcase'
import { type Problem, problem } from '../../../platform/http/problem.ts'

/** Made once for a definition: it holds all that cases may name. */
const linterOf = remembered(caseLinter)

export const lintOf = (definition: AgentDefinition, document: CaseDocument): Finding[] => linterOf(definition)(document)

const isError = ({ severity }: Finding): boolean => severity === 'error'

/** A document that is one, whatever it names. */
export function readDocument(sent: unknown): CaseDocument {
  const { document, findings } = readCase(sent)
  if (!document) throw faulty(findings)
  return document
}

/** Document 2, Lint on writes: errors reject it, and all that was found is told. */
export function readFitting(sent: unknown, definition: AgentDefinition): CaseDocument {
  const { document, findings } = readCase(sent, linterOf(definition))
  if (!document) throw faulty(findings)
  return document
}

export function refuseFaulty(document: CaseDocument, definition: AgentDefinition): void {
  const findings = lintOf(definition, document)
  if (findings.some(isError)) throw faulty(findings)
}

export function keyTaken(key: string): Problem {
  const message = `another case of the suite has the key ${key}`
  return faulty([{ severity: 'error', code: 'case.schema.unique', path: '/key', message }])
}

function faulty(lint: readonly Finding[]): Problem {
  const detail = lint
    .filter(isError)
    .slice(0, 3)
    .map(({ path, message }) => `${path || '/'} ${message}`)
    .join('; ')
  return problem('agent.test.invalid', 422, { detail, lint })
}
