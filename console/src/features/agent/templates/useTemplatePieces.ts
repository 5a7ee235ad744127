import { useMemo } from 'react'
import { useCatalog } from '../../../api/catalog.ts'

/** All building blocks of agent templates; undefined until every one is loaded. */
export function useTemplatePieces() {
  const playbooks = useCatalog('playbook-templates').data
  const personalities = useCatalog('personality-templates').data
  const objectives = useCatalog('objective-templates').data
  const guardrails = useCatalog('guardrail-templates').data
  const tools = useCatalog('tools').data
  return useMemo(() => {
    if (!playbooks || !personalities || !objectives || !guardrails || !tools) return undefined
    return { playbooks, personalities, objectives, guardrails, tools }
  }, [playbooks, personalities, objectives, guardrails, tools])
}
