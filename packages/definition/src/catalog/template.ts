import type { AgentGoals } from '../goals.ts'
import type { AgentGuardrails } from '../guardrails.ts'
import type { AgentPlaybook } from '../playbooks/playbook.ts'

/** Fields that a catalog template needs to be copied onto an agent; the catalogs themselves live on the server. */
type Versioned = { id: string; version: string; name: string; description: string }
export type PersonalityTemplateContent = Versioned & { promptFragment: string }
export type ObjectiveTemplateContent = Versioned & { body: string }
export type GuardrailTemplateContent = Versioned & Omit<AgentGuardrails, 'derivedFromTemplates'>
export type PlaybookTemplateContent = Versioned & {
  whenToUse?: string | undefined
  body: string
  examples?: AgentPlaybook['examples']
  flow?: unknown
  isDefault?: boolean | undefined
}

/** An agent template with the catalog items it references. */
export type TemplateContent = {
  id: string
  version: string
  identityPreamble?: string | undefined
  personality?: PersonalityTemplateContent | undefined
  playbooks?: PlaybookTemplateContent[] | undefined
  objectives?: ObjectiveTemplateContent[] | undefined
  guardrails?: GuardrailTemplateContent[] | undefined
  standingInstructions?: string[] | undefined
  goals?: AgentGoals | undefined
}
