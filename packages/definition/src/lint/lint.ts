import { compile } from '@parley/amf'
import type { Finding } from '@parley/findings'
import type { AgentDefinition } from '../definition.ts'
import { type AgentFlow, getSayTemplateId } from '../flow/index.ts'
import { readablePersonFields } from '../flow/vocabulary.ts'
import { AgentIdentity } from '../identity.ts'
import { locationFields } from '../locations/values.ts'
import { memoize } from '../memoize.ts'
import { findSlots } from '../message-templates/slots.ts'
import { parseCustomFieldPath } from '../people-fields.ts'
import { listReferences } from '../references/graph.ts'
import { type DefinitionEnvironment, findDanglingReferences } from '../references/integrity.ts'
import { type DefinitionReference, describeTarget } from '../references/reference.ts'
import { type AgentRule, findMatchingRule } from '../rules.ts'
import type { ToolBinding } from '../tool-bindings.ts'
import { listCatalogToolActions } from '../tool-users.ts'
import { lintAdvice } from './advice.ts'
import { lintPlaybookFlow } from './flows.ts'
import { lintLocations } from './locations.ts'

/** Reports markup that would not compile as intended, such as an unclosed or unknown marker. */
function lintTexts({ messageTemplates, playbooks, facts }: AgentDefinition): Finding[] {
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

const personFields: ReadonlySet<string> = new Set(readablePersonFields)
const agentFields: ReadonlySet<string> = new Set(['name', ...Object.keys(AgentIdentity.shape)])
const fieldsByRoot: Readonly<Record<string, ReadonlySet<string>>> = {
  person: personFields,
  agent: agentFields,
  location: new Set(locationFields),
}

const maxFindingsPerTemplate = 20

/** Reports template slots that read unknown fields, and braces that only look like slots. */
function lintTemplateSlots({ messageTemplates }: AgentDefinition): Finding[] {
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
    const dot = path.indexOf('.')
    const root = path.slice(0, dot)
    const isKnown = fieldsByRoot[root]?.has(path.slice(dot + 1))
    return isKnown ? [] : [`reads {${path}}, which is not a field of any ${root === 'location' ? root : 'person'}`]
  })
}

function looksLikeSlots(body: string): string[] {
  const slots = new Set(findSlots(body).map(({ start }) => start))
  return [...body.matchAll(/\{\s*[A-Za-z][\w.]{0,100}\s*(?:\|[^{}\r\n]{0,200})?\}/g)].flatMap(({ 0: text, index }) =>
    slots.has(index) || body[index - 1] === '\\' ? [] : [`contains ${text}, which is not a slot and is sent literally`],
  )
}

/** Reports rules that block the operator's own verbatim texts: exact Facts and flow texts. */
function lintRules(definition: AgentDefinition): Finding[] {
  const { rules, facts, playbooks } = definition
  const blocking = rules.flatMap((rule, index) => (rule.onMatch === 'block' ? [{ rule, index }] : []))
  if (blocking.length === 0) return []
  const exact = facts.filter(({ exact, enabled = true }) => exact && enabled)
  const flows = playbooks.flatMap(({ id, flow }) => (flow ? [{ id, texts: textsOf(flow, definition) }] : []))
  return blocking.flatMap(({ rule, index }) => [
    ...exact.flatMap(({ question, answer }) =>
      blocks(rule, [answer]) ? [finding('rule.blocks_fact', index, `the exact Fact “${question}”`)] : [],
    ),
    ...flows.flatMap(({ id, texts }) =>
      blocks(rule, texts) ? [finding('rule.blocks_flow', index, `a text in the flow of the playbook ${id}`)] : [],
    ),
  ])
}

const blocks = (rule: AgentRule, texts: readonly string[]): boolean =>
  texts.some((text) => findMatchingRule([rule], text) !== undefined)

const finding = (code: string, index: number, what: string): Finding => ({
  severity: 'warning',
  code,
  path: `rules[${index}]`,
  message: `blocks ${what}: its replacement is sent instead`,
})

/** Collects the verbatim texts of a flow: those of its steps, its slots and the templates it references. */
function textsOf({ steps, slots }: AgentFlow, { messageTemplates }: AgentDefinition): string[] {
  const texts = steps.flatMap((step) => {
    if (!('say' in step)) return []
    const templateId = getSayTemplateId(step)
    if (templateId !== undefined) return messageTemplates.flatMap(({ id, body }) => (id === templateId ? [body] : []))
    return typeof step.say === 'string' ? [step.say] : [step.say.text, ...(step.say.suggestions ?? [])]
  })
  return [
    ...texts,
    ...slots.flatMap(({ prompt, options = [] }) => [...(prompt === undefined ? [] : [prompt]), ...options]),
  ]
}

export type DefinitionLintContext = DefinitionEnvironment & {
  knowsMedia(mediaId: string): boolean
  /** Returns why a catalog tool cannot be called with this binding; undefined if it can be. */
  explainUnavailableTool(toolId: string, binding: ToolBinding | undefined): string | undefined
}

/** Reports the actions of flows whose catalog tool cannot be called: at run time, such a step takes its `on_error`. */
function lintCatalogTools(definition: AgentDefinition, context: DefinitionLintContext): Finding[] {
  return listCatalogToolActions(definition).flatMap(({ toolId, path }): Finding[] => {
    const binding = definition.toolBindings.find((one) => one.toolId === toolId)
    const reason = context.explainUnavailableTool(toolId, binding)
    if (reason === undefined) return []
    return [{ severity: 'warning', code: 'flow.tool.unavailable', path, message: `cannot be called: ${reason}` }]
  })
}

const order = { error: 0, warning: 1, advice: 2, info: 3 } as const

/** Returns all findings for a definition, most severe first. */
export function lintDefinition(definition: AgentDefinition, context: DefinitionLintContext): Finding[] {
  const findings = [
    ...lintReferences(definition, context),
    ...lintCatalogTools(definition, context),
    ...lintInside(definition),
  ]
  return capFindings(findings.sort((one, other) => order[one.severity] - order[other.severity]))
}

/** Memoized: these findings depend on the definition alone. */
const lintInside = memoize((definition: AgentDefinition): Finding[] => [
  ...definition.playbooks.flatMap((playbook, index) => lintPlaybookFlow(definition, playbook, index)),
  ...lintTexts(definition),
  ...lintTemplateSlots(definition),
  ...lintRules(definition),
  ...lintLocations(definition),
  ...lintAdvice(definition),
])

/** No one reads more, and a document can have a million faults. */
const maxFindings = 1000

function capFindings(findings: Finding[]): Finding[] {
  if (findings.length <= maxFindings) return findings
  const message = `and ${findings.length - maxFindings} more findings`
  return [...findings.slice(0, maxFindings), { severity: 'advice', code: 'lint.more', path: '', message }]
}

/** The flow lint reports missing references in flows. */
function lintReferences(definition: AgentDefinition, context: DefinitionLintContext): Finding[] {
  return [...findDanglingReferences(definition, context), ...lintMissingMedia(definition, context)]
    .filter(({ code, mustExist }) => !(mustExist && code.startsWith('flow.')) && code !== 'flow.field.unknown')
    .map((reference) => ({
      severity: reference.mustExist ? 'error' : 'warning',
      code: reference.code,
      path: reference.field,
      message: `refers to ${describeTarget(reference)}, which does not exist`,
    }))
}

function lintMissingMedia(definition: AgentDefinition, { knowsMedia }: DefinitionLintContext): DefinitionReference[] {
  return listReferences(definition).filter(({ to, id }) => to === 'media' && !knowsMedia(id))
}
