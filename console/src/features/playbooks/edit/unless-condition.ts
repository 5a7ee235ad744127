import type { GoalAssignment } from './playbook-draft.ts'

export const unlessConditionKinds = [
  'none',
  'lastCall',
  'granted',
  'denied',
  'unknown',
  'status',
  'fieldExists',
  'fieldIs',
] as const
export type UnlessConditionKind = (typeof unlessConditionKinds)[number]

const customPrefix = 'person.customFields.'

/** A condition as form values: its kind, key and value. */
export type UnlessCondition = { kind: UnlessConditionKind; key: string; value: string }

export function readCondition(unless: GoalAssignment['unless']): UnlessCondition {
  if (!unless) return { kind: 'none', key: '', value: '' }
  const { field, op } = unless
  const value = ('value' in unless && unless.value) || ''
  if (field === 'person.lastCallAt') return { kind: 'lastCall', key: '', value: '' }
  if (field === 'person.consent.status') return { kind: value as 'granted' | 'denied' | 'unknown', key: '', value: '' }
  if (field === 'person.status') return { kind: 'status', key: '', value }
  return {
    kind: op === 'eq' ? 'fieldIs' : 'fieldExists',
    key: field.slice(customPrefix.length),
    value: op === 'eq' ? value : '',
  }
}

export function writeCondition({ kind, key, value }: UnlessCondition): GoalAssignment['unless'] {
  switch (kind) {
    case 'none':
      return undefined
    case 'lastCall':
      return { field: 'person.lastCallAt', op: 'exists' }
    case 'granted':
    case 'denied':
    case 'unknown':
      return { field: 'person.consent.status', op: 'eq', value: kind }
    case 'status':
      return { field: 'person.status', op: 'eq', value }
    case 'fieldExists':
      return { field: customPrefix + key, op: 'exists' }
    case 'fieldIs':
      return { field: customPrefix + key, op: 'eq', value }
  }
}
