import type { Finding } from '@parley/findings'
import type { AgentDefinition } from '../definition.ts'
import { type AgentFlow, getSayTemplateId } from '../flow/index.ts'
import { type AgentRule, findMatchingRule } from '../rules.ts'

/** Rules that block what the operator wrote to be said as it stands: exact Facts and the texts of flows. */
export function lintRules(definition: AgentDefinition): Finding[] {
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
      blocks(rule, texts) ? [finding('rule.blocks_flow', index, `a text of the flow of the playbook ${id}`)] : [],
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

/** What a flow says in its own words: of its steps, its slots and the templates that it names. */
function textsOf({ steps, slots }: AgentFlow, { messageTemplates }: AgentDefinition): string[] {
  const said = steps.flatMap((step) => {
    if (!('say' in step)) return []
    const templateId = getSayTemplateId(step)
    if (templateId !== undefined) return messageTemplates.flatMap(({ id, body }) => (id === templateId ? [body] : []))
    return typeof step.say === 'string' ? [step.say] : [step.say.text, ...(step.say.suggestions ?? [])]
  })
  return [
    ...said,
    ...slots.flatMap(({ prompt, options = [] }) => [...(prompt === undefined ? [] : [prompt]), ...options]),
  ]
}
