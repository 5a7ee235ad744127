import { type AgentDefinition, memoize } from '@parley/definition'
import type { Finding } from '@parley/findings'
import { type CaseDocument, createCaseLinter, readCase } from '@parley/testcase'
import { type Problem, problem } from '../../../platform/http/problem.ts'

/** Built once per definition; it indexes everything that cases can reference. */
const getLinter = memoize(createCaseLinter)

export const lintCase = (definition: AgentDefinition, document: CaseDocument): Finding[] =>
  getLinter(definition)(document)

const isError = ({ severity }: Finding): boolean => severity === 'error'

/** Parses a case without checking its references. */
export function parseCaseDocument(sent: unknown): CaseDocument {
  const { document, findings } = readCase(sent)
  if (!document) throw createLintProblem(findings)
  return document
}

/** Parses and lints a case. Errors reject it with all findings. */
export function parseLintedCase(sent: unknown, definition: AgentDefinition): CaseDocument {
  const { document, findings } = readCase(sent, getLinter(definition))
  if (!document) throw createLintProblem(findings)
  return document
}

export function assertNoLintErrors(document: CaseDocument, definition: AgentDefinition): void {
  const findings = lintCase(definition, document)
  if (findings.some(isError)) throw createLintProblem(findings)
}

export function createDuplicateKeyProblem(key: string): Problem {
  const message = `another case of the suite has the key ${key}`
  return createLintProblem([{ severity: 'error', code: 'case.schema.unique', path: '/key', message }])
}

function createLintProblem(lint: readonly Finding[]): Problem {
  const detail = lint
    .filter(isError)
    .slice(0, 3)
    .map(({ path, message }) => `${path || '/'} ${message}`)
    .join('; ')
  return problem('agent.test.invalid', 422, { detail, lint })
}
