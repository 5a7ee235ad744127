import type { Finding } from '@parley/findings'
import type { AgentDefinition } from '../definition.ts'
import { readablePersonFields } from '../flow/person-path.ts'
import { AgentIdentity } from '../identity.ts'
import { findSlots } from '../message-templates/slots.ts'
import { parseCustomFieldPath } from '../people-fields.ts'

const personFields: ReadonlySet<string> = new Set(readablePersonFields)
const agentFields: ReadonlySet<string> = new Set(['name', ...Object.keys(AgentIdentity.shape)])

const maxFindingsPerTemplate = 20

/** Slots of templates that read what nobody has, and braces that look like one and are none. */
export function lintTemplateSlots({ messageTemplates }: AgentDefinition): Finding[] {
  return messageTemplates.flatMap(({ body }, index) => {
    const path = `messageTemplates[${index}].body`
    const messages = new Set([...unknownFields(body), ...looksLikeSlots(body)])
    return [...messages].slice(0, maxFindingsPerTemplate).map((message) => ({
      severity: 'warning',
      code: 'template.slot.unknown',
      path,
      message,
    }))
  })
}

function unknownFields(body: string): string[] {
  return findSlots(body).flatMap(({ path }) => {
    if (parseCustomFieldPath(path) !== undefined) return []
    const field = path.slice(path.indexOf('.') + 1)
    const known = path.startsWith('agent.') ? agentFields : personFields
    return known.has(field) ? [] : [`reads {${path}}, which nobody has`]
  })
}

function looksLikeSlots(body: string): string[] {
  const slots = new Set(findSlots(body).map(({ start }) => start))
  return [...body.matchAll(/\{\s*[A-Za-z][\w.]{0,100}\s*(?:\|[^{}\r\n]{0,200})?\}/g)].flatMap(({ 0: text, index }) =>
    slots.has(index) || body[index - 1] === '\\' ? [] : [`holds ${text}, which is no slot and stays as it is`],
  )
}
