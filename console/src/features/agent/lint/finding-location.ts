import { strings } from '#i18n/agent.ts'

const agent = '/orgs/$org/agents/$agent'

/** Maps sections of the agent's document to console pages; the first match wins. */
const pages = [
  ['agent', `${agent}/edit/identity`],
  ['identity', `${agent}/edit/identity`],
  ['personality', `${agent}/edit/personality`],
  ['objectives', `${agent}/edit/objectives`],
  ['goals', `${agent}/edit/goals`],
  ['standingInstructions', `${agent}/edit/standing-instructions`],
  ['guardrails', `${agent}/edit/guardrails`],
  ['rules', `${agent}/edit/rules`],
  ['playbooks', `${agent}/playbooks`],
  ['capabilities.knowledge.facts', `${agent}/knowledge/facts`],
  ['capabilities.knowledge.collections', `${agent}/knowledge/collections`],
  ['capabilities.knowledge', `${agent}/knowledge`],
  ['messageTemplates', `${agent}/setup/templates`],
  ['toolBindings', `${agent}/setup/tools`],
  ['capabilities.people', `${agent}/setup/people-fields`],
  ['capabilities.locations', `${agent}/setup/locations`],
  ['capabilities.notifications', `${agent}/setup/notifications`],
  ['capabilities', `${agent}/setup/scheduling`],
  ['integrations', `${agent}/setup/integrations`],
  ['outreach.settings', `${agent}/outreach/settings`],
  ['outreach.automated', `${agent}/outreach/automated`],
  ['outreach', `${agent}/outreach`],
] as const

export type LintPage = (typeof pages)[number][1]

/** Returns the page on which the cause of a finding can be edited. */
export function lintPageOf(path: string): LintPage | undefined {
  return pages.find(
    ([section]) => path === section || path.startsWith(`${section}.`) || path.startsWith(`${section}[`),
  )?.[1]
}

type Named = { id?: string; name?: string; text?: string; question?: string; label?: string; key?: string }

/** Returns the list entries along a path, outermost first. */
function entriesOn(path: string, document: unknown): Named[] {
  const found: Named[] = []
  let value = document
  for (const step of path.replace(/\[(\d+)\]/g, '.$1').split('.')) {
    const inside = typeof value === 'object' && value !== null ? (value as Record<string, unknown>)[step] : undefined
    if (Array.isArray(value) && typeof inside === 'object' && inside !== null) found.push(inside)
    value = inside
  }
  return found
}

export function findingSubjectOf(path: string, document: unknown): string | undefined {
  const { name, text, question, label, id, key } = entriesOn(path, document)[0] ?? {}
  return name || text || question || label || id || key
}

/** Converts a field to its label: `playbooks[2].whenToUse` is about “When to use”. */
function fieldOf(path: string): string {
  const last =
    path
      .replace(/\[\d+\]/g, '')
      .split('.')
      .at(-1) ?? ''
  const plain = last.replace(/([a-z])([A-Z])/g, '$1 $2').toLowerCase()
  return plain.charAt(0).toUpperCase() + plain.slice(1)
}

/** Formats a finding as a full sentence: the linter omits the field, because its messages usually appear next to it. */
export function formatFinding({ path, message }: { path: string; message: string }): string {
  return path && /^\p{Ll}/u.test(message) ? `${fieldOf(path)} ${message}` : message
}

/** Describes a location: the section, the entry and the field. */
export function formatFindingPath(path: string, document: unknown): string {
  const [section = ''] = path.split(/[.[]/)
  const titles = strings.preview.sections as Record<string, string>
  const field = path === section ? undefined : fieldOf(path)
  const labels = [titles[section], findingSubjectOf(path, document), field].filter(Boolean)
  return labels.join(' · ') || strings.lint.whole
}

/** Returns the playbook or Outreach that a finding is about; both have pages of their own. */
export function playbookOrOutreachOf(
  path: string,
  document: unknown,
): { kind: 'playbook' | 'outreach'; id: string } | undefined {
  const kind = path.startsWith('playbooks[')
    ? 'playbook'
    : path.startsWith('outreach.outreaches[')
      ? 'outreach'
      : undefined
  const id = kind && entriesOn(path, document)[0]?.id
  return kind && id ? { kind, id } : undefined
}
