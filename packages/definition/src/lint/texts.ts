import { compile } from '@parley/amf'
import type { Finding } from '@parley/findings'
import type { AgentDefinition } from '../definition.ts'

/** Markup that would not become what its writer meant: an unclosed marker, an unknown one. */
export function lintTexts({ messageTemplates, playbooks, facts }: AgentDefinition): Finding[] {
  return [
    ...messageTemplates.flatMap(({ body }, index) => markup(body, `messageTemplates[${index}].body`)),
    ...playbooks.flatMap(({ body }, index) => markup(body, `playbooks[${index}].body`)),
    ...facts.flatMap(({ answer }, index) => markup(answer, `capabilities.knowledge.facts[${index}].answer`)),
  ]
}

const maxFindingsPerText = 20

function markup(text: string, path: string): Finding[] {
  if (!text.includes('[[')) return []
  return compile(text)
    .problems.slice(0, maxFindingsPerText)
    .map(({ line, column, message }) => ({
      severity: 'warning',
      code: 'text.markup',
      path,
      message: `line ${line}, column ${column}: ${message}`,
    }))
}
