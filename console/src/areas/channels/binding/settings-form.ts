import type { Schema } from '@parley/sdk'
import type { Binding } from '../data.ts'

export type SettingsForm = {
  delivery: { minMessageDelayMs: number | string }
  compliance: { enabled: boolean; disclaimerText: string }
}

/** Whose networks have rules on opting out. */
export const hasCompliance = ({ channel }: Pick<Binding, 'channel'>): boolean => channel === 'rcs' || channel === 'sms'

export function settingsFormOf({ delivery, compliance }: Pick<Binding, 'delivery' | 'compliance'>): SettingsForm {
  return {
    delivery: { minMessageDelayMs: delivery?.minMessageDelayMs ?? '' },
    compliance: { enabled: compliance?.enabled ?? false, disclaimerText: compliance?.disclaimerText ?? '' },
  }
}

/** Empty clears the pace; compliance is spoken of only where there is any. */
export function settingsPatch(form: SettingsForm, binding: Pick<Binding, 'channel'>): Schema<'ChannelBindingPatch'> {
  const { minMessageDelayMs: pace } = form.delivery
  const { enabled, disclaimerText } = form.compliance
  return {
    delivery: pace === '' ? null : { minMessageDelayMs: Number(pace) },
    ...(hasCompliance(binding) && { compliance: { enabled, disclaimerText: disclaimerText.trim() || null } }),
  }
}
