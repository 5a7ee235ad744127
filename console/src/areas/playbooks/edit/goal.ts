import type { Goal } from './draft.ts'

export const conditionKinds = [
  'none',
  'lastCall',
  'granted',
  'denied',
  'unknown',
  'status',
  'fieldExists',
  'fieldIs',
] as const
export type ConditionKind = (typeof conditionKinds)[number]

const custom = 'person.customFields.'

/** A condition by its kind, and what else it says. */
export type Written = { kind: ConditionKind; key: string; value: string }

export function readCondition(unless: Goal['unless']): Written {
  if (!unless) return { kind: 'none', key: '', value: '' }
  const { field, op } = unless
  const value = ('value' in unless && unless.value) || ''
  if (field === 'person.lastCallAt') return { kind: 'lastCall', key: '', value: '' }
  if (field === 'person.consent.status') return { kind: value as 'granted' | 'denied' | 'unknown', key: '', value: '' }
  if (field === 'person.status') return { kind: 'status', key: '', value }
  return {
    kind: op === 'eq' ? 'fieldIs' : 'fieldExists',
    key: field.slice(custom.length),
    value: op === 'eq' ? value : '',
  }
}

export function writeCondition({ kind, key, value }: Written): Goal['unless'] {
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
      return { field: custom + key, op: 'exists' }
    case 'fieldIs':
      return { field: custom + key, op: 'eq', value }
  }
}
