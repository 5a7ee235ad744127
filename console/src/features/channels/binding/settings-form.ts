import type { Schema } from '@parley/sdk'
import type { ChannelBinding } from '../data.ts'

export type BindingSettingsForm = {
  delivery: { minMessageDelayMs: number | string }
  compliance: { enabled: boolean; disclaimerText: string }
}

/** Whose networks have rules on opting out. */
export const hasCompliance = ({ channel }: Pick<ChannelBinding, 'channel'>): boolean =>
  channel === 'rcs' || channel === 'sms'

export function toBindingSettingsForm({
  delivery,
  compliance,
}: Pick<ChannelBinding, 'delivery' | 'compliance'>): BindingSettingsForm {
  return {
    delivery: { minMessageDelayMs: delivery?.minMessageDelayMs ?? '' },
    compliance: { enabled: compliance?.enabled ?? false, disclaimerText: compliance?.disclaimerText ?? '' },
  }
}

/** Empty clears the pace; compliance is spoken of only where there is any. */
export function settingsPatch(
  form: BindingSettingsForm,
  binding: Pick<ChannelBinding, 'channel'>,
): Schema<'ChannelBindingPatch'> {
  const { minMessageDelayMs: pace } = form.delivery
  const { enabled, disclaimerText } = form.compliance
  return {
    delivery: pace === '' ? null : { minMessageDelayMs: Number(pace) },
    ...(hasCompliance(binding) && { compliance: { enabled, disclaimerText: disclaimerText.trim() || null } }),
  }
}
