import { triggerStates } from '@parley/definition/vocabulary'

export type TriggerState = (typeof triggerStates)[number]
type RuleSearch = { tab?: 'rows'; state?: TriggerState }

export function readRuleSearch({ tab, state }: Record<string, unknown>): RuleSearch {
  return {
    ...(tab === 'rows' && { tab }),
    ...(triggerStates.includes(state as TriggerState) && { state: state as TriggerState }),
  }
}
