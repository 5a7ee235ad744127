import type { Channel } from '@parley/amf'
import { problem } from '../../platform/http/problem.ts'
import { type BindingPatch, isValidPace, paceErrorMessage } from './binding.ts'
import type { BindingChange, StoredBinding } from './queries/bindings.ts'

/** Whose networks have rules on opting out. */
const carrierChannels: readonly Channel[] = ['rcs', 'sms']

/** The columns that a change of pacing and compliance writes; document 2 gives what it refuses a 400. */
export function toSettingsColumns(binding: StoredBinding, { delivery, compliance }: BindingPatch): BindingChange {
  return { ...toPaceColumns(delivery), ...toComplianceColumns(binding, compliance) }
}

function toPaceColumns(delivery: BindingPatch['delivery']): BindingChange {
  if (delivery === undefined) return {}
  if (delivery === null) return { min_message_delay_ms: null }
  const { minMessageDelayMs: pace } = delivery
  if (pace === undefined) return {}
  if (pace !== null && !isValidPace(pace)) throw refused('delivery.minMessageDelayMs', paceErrorMessage)
  return { min_message_delay_ms: pace }
}

function toComplianceColumns(binding: StoredBinding, compliance: BindingPatch['compliance']): BindingChange {
  if (compliance === undefined) return {}
  if (compliance === null) return { compliance_enabled: null, disclaimer_text: null }
  if (!carrierChannels.includes(binding.channel)) throw refused('compliance', 'is for rcs and sms only')
  return {
    compliance_enabled: compliance.enabled ?? binding.complianceEnabled ?? false,
    ...(compliance.disclaimerText !== undefined && { disclaimer_text: compliance.disclaimerText }),
  }
}

function refused(field: string, message: string) {
  return problem('request.malformed', 400, { detail: `${field} ${message}`, errors: [{ field, message }] })
}
