import type { Schema } from '@parley/sdk'
import { type LinkProps, linkOptions } from '@tanstack/react-router'

export type AttentionEntry = Schema<'AttentionEntry'>

const agentPath = '/orgs/$org/agents/$agent'

/** Returns the page on which an alert can be investigated and fixed. */
export function alertLink(org: string, { agentId, target: { kind, id } }: AttentionEntry): LinkProps {
  return (
    agentId === undefined ? orgAlertLink(org, kind, id) : agentAlertLink({ org, agent: agentId }, kind, id)
  ) as LinkProps
}

type AlertTargetKind = AttentionEntry['target']['kind']

function orgAlertLink(org: string, kind: AlertTargetKind, id: string | undefined) {
  const params = { org }
  if (kind === 'connection') return linkOptions({ to: '/orgs/$org/settings/connections', params })
  if (kind === 'webhook' && id) {
    return linkOptions({ to: '/orgs/$org/settings/webhooks/$webhookId', params: { org, webhookId: id } })
  }
  return linkOptions({ to: '/orgs/$org/settings', params })
}

function agentAlertLink(params: { org: string; agent: string }, kind: AlertTargetKind, id: string | undefined) {
  if (kind === 'campaign' && id) {
    return linkOptions({ to: `${agentPath}/campaigns/$campaignId`, params: { ...params, campaignId: id } })
  }
  if (kind === 'testRun' && id) {
    return linkOptions({ to: `${agentPath}/tests/runs/$runId`, params: { ...params, runId: id } })
  }
  if (kind === 'source') return linkOptions({ to: `${agentPath}/knowledge/sources`, params, search: { open: id } })
  if (kind === 'sends') return linkOptions({ to: `${agentPath}/outreach/sends`, params, search: { state: 'failed' } })
  if (kind === 'lint') return linkOptions({ to: `${agentPath}/edit/lint`, params })
  if (kind === 'template-update') return linkOptions({ to: `${agentPath}/edit/updates`, params })
  if (kind === 'channel') return linkOptions({ to: `${agentPath}/channels`, params })
  return linkOptions({ to: `${agentPath}/setup`, params })
}
