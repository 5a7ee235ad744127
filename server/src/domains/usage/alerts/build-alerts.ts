import type { StuckCampaign } from '../../campaigns/index.ts'
import type { Channels } from '../../channels/index.ts'
import type { listBrokenConnections, listBrokenGrants } from '../../connections/index.ts'
import type { listFailedSources } from '../../knowledge/index.ts'
import type { BudgetUse } from '../../models/index.ts'
import type { LastRun } from '../../regression/index.ts'
import type { WebhookIssue } from './deps.ts'
import type { AlertEntry } from './schemas.ts'

/** Pure functions that turn issues into alert entries. */

export type AgentLabel = { id: string; name: string }
type Each<T extends (...given: never[]) => Promise<unknown[]>> = Awaited<ReturnType<T>>[number]

const formatDetail = (detail: string | null): string => (detail ? `: ${detail.replace(/\.$/, '')}.` : '.')
const formatCount = (count: number, one: string, more = `${one}s`): string =>
  count === 1 ? `1 ${one}` : `${count} ${more}`

export function toBindingAlerts(agent: AgentLabel, binding: Each<Channels['listStates']>): AlertEntry[] {
  const { id, channel, status, statusDetail, updatedAt } = binding
  const about = { agentId: agent.id, at: updatedAt.toISOString(), target: { kind: 'channel', id } } as const
  const named = `The ${channel} channel of ${agent.name}`
  if (status === 'Failed')
    return [
      { ...about, kind: 'channel.failed', severity: 'error', text: `${named} failed${formatDetail(statusDetail)}` },
    ]
  if (status !== 'ActionRequired') return []
  const text = `${named} needs an action from you${formatDetail(statusDetail)}`
  return [{ ...about, kind: 'channel.action-required', severity: 'warning', text }]
}

const broken: Record<string, string> = { expired: 'has expired', revoked: 'was revoked' }
const howBroken = (status: string): string => broken[status] ?? 'no longer works'

const maxNamed = 5

/** Names the playbooks that no longer work as intended. */
function formatAffected(playbooks: readonly string[]): string {
  if (playbooks.length === 0) return ''
  const more = playbooks.length > maxNamed ? ` and ${playbooks.length - maxNamed} more` : ''
  return ` Affected playbooks: ${playbooks.slice(0, maxNamed).join(', ')}${more}.`
}

export function toConnectionAlert(
  { id, label, status, updatedAt }: Each<typeof listBrokenConnections>,
  playbooks: readonly string[],
): AlertEntry {
  const text = `The connection ${label} ${howBroken(status)}. Connect it again.${formatAffected(playbooks)}`
  const at = updatedAt.toISOString()
  return { kind: 'connection.broken', severity: 'error', text, at, target: { kind: 'connection', id } }
}

export function toGrantAlert(
  { agentId, toolId, status, updatedAt }: Each<typeof listBrokenGrants>,
  playbooks: readonly string[],
): AlertEntry {
  const action = `Connect it again.${formatAffected(playbooks)}`
  const text = `The access granted to the tool ${toolId} ${howBroken(status)}. ${action}`
  const at = updatedAt.toISOString()
  return { agentId, kind: 'tool.broken', severity: 'error', text, at, target: { kind: 'tool', id: toolId } }
}

/** Shows only the host, because the rest of the URL may contain a secret. */
export function toWebhookAlert({ id, url, deactivatedAt, failingSince }: WebhookIssue): AlertEntry {
  const target = { kind: 'webhook', id } as const
  const at = (deactivatedAt ?? failingSince)?.toISOString()
  const { host } = new URL(url)
  return deactivatedAt
    ? {
        kind: 'webhook.deactivated',
        severity: 'error',
        text: `The webhook at ${host} was deactivated because it kept failing.`,
        at,
        target,
      }
    : {
        kind: 'webhook.failing',
        severity: 'warning',
        text: `The webhook at ${host} is failing: events are waiting to be delivered.`,
        at,
        target,
      }
}

const waitingTexts: Record<NonNullable<StuckCampaign['waiting']>['reason'], string> = {
  before_start: 'it is waiting for its start time',
  outside_safe_hours: 'it is waiting for its safe hours',
  outside_send_window: 'it is waiting for its send window',
  outreach_disabled: 'its Outreach is disabled',
  binding_disabled: 'its channel is not active',
  provider_unavailable: 'the provider of its channel cannot be reached',
  real_sends_off: 'sending is turned off for this installation',
  'in-conversation': 'it is waiting for conversations to end',
}

export function toCampaignAlert({ agentId, id, name, status, detail, waiting, at }: StuckCampaign): AlertEntry {
  const about = { agentId, at: at.toISOString(), target: { kind: 'campaign', id } } as const
  if (status === 'failed')
    return {
      ...about,
      kind: 'campaign.failed',
      severity: 'error',
      text: `The campaign ${name} failed${formatDetail(detail)}`,
    }
  const text = `The campaign ${name} is delayed${formatDetail(waiting && waitingTexts[waiting.reason])}`
  return { ...about, kind: 'campaign.held-up', severity: 'warning', text }
}

export function toSourceAlert({ agentId, id, name, updatedAt }: Each<typeof listFailedSources>): AlertEntry {
  const text = `The knowledge source ${name} could not be read.`
  const at = updatedAt.toISOString()
  return { agentId, kind: 'source.failed', severity: 'warning', text, at, target: { kind: 'source', id } }
}

export function toTestRunAlerts(agent: AgentLabel, { id, status, failed, finishedAt }: LastRun): AlertEntry[] {
  if (!finishedAt || (failed === 0 && status !== 'failed')) return []
  const about = { agentId: agent.id, at: finishedAt.toISOString(), target: { kind: 'testRun', id } } as const
  const what = failed === 0 ? 'could not be completed' : `has ${formatCount(failed, 'failure')}`
  const text = `The last test run of ${agent.name} ${what}.`
  return [{ ...about, kind: 'tests.failed', severity: 'warning', text, ...(failed > 0 && { count: failed }) }]
}

export function toDefinitionAlerts(
  agent: AgentLabel,
  { lintErrors, updates }: { lintErrors: number; updates: number },
): AlertEntry[] {
  const agentId = agent.id
  const entries: AlertEntry[] = []
  if (lintErrors > 0) {
    const text = `The configuration of ${agent.name} has ${formatCount(lintErrors, 'error')}.`
    entries.push({ agentId, kind: 'lint.errors', severity: 'error', text, count: lintErrors, target: { kind: 'lint' } })
  }
  if (updates > 0) {
    const text = `${agent.name} has ${formatCount(updates, 'template update', 'template updates')} available.`
    const target = { kind: 'template-update' } as const
    entries.push({ agentId, kind: 'template.updates', severity: 'info', text, count: updates, target })
  }
  return entries
}

const spentTexts: Record<BudgetUse['whenSpent'], string> = {
  warn: 'Its model keeps answering.',
  fallback: 'Its fallbacks answer until the budget resets.',
  embedded: 'The embedded model answers until the budget resets.',
}

export function toBudgetAlert(use: BudgetUse): AlertEntry {
  const { agentId, name, amount, spent, currency, per, whenSpent, reachedAt } = use
  const isSpent = spent >= amount
  const share = isSpent ? 'all' : `${Math.floor((spent / amount) * 100)} %`
  const text = `${name} has spent ${share} of its budget of ${amount} ${currency} per ${per}.${isSpent ? ` ${spentTexts[whenSpent]}` : ''}`
  const at = reachedAt?.toISOString()
  const severity = isSpent ? 'error' : 'warning'
  return { agentId, kind: 'budget.reached', severity, text, ...(at && { at }), target: { kind: 'model' } }
}

const minSends = 5
const maxFailingShare = 0.2

/** Compares failures with all attempted sends. */
export function toSendAlerts(agent: AgentLabel, { sent, failed }: { sent: number; failed: number }): AlertEntry[] {
  if (sent + failed < minSends || failed <= maxFailingShare * (sent + failed)) return []
  const text = `${failed} of ${sent + failed} sends of ${agent.name} failed in the last 24 hours.`
  const about = { agentId: agent.id, count: failed, target: { kind: 'sends' } } as const
  return [{ ...about, kind: 'sends.failing', severity: 'error', text }]
}
