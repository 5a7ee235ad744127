import { type UseFormReturnType, useForm } from '@mantine/form'
import { Invalid, type ParleyError } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { words } from '#words/campaigns.ts'
import { useAgent, usePlace } from '../../../app/org.ts'
import { errorsByPath } from '../../../parts/editor/field-path.ts'
import { useUnsaved } from '../../../parts/editor/useUnsaved.tsx'
import { tell } from '../../../parts/tell.tsx'
import type { Campaign } from '../campaign.ts'
import type { Step } from '../search.ts'
import { bodyOf, type Draft, draftOf, fieldOf } from './draft.ts'

export type DraftForm = UseFormReturnType<Draft>

/** The form of a campaign, and what saves it. */
export function useDraft(campaign: Campaign | undefined, initial: Draft) {
  const form = useForm<Draft>({ initialValues: campaign ? draftOf(campaign) : initial })
  const dirty = form.isDirty()
  useUnsaved(dirty)
  const saving = useSaving(campaign, form)
  return { form, dirty, saving }
}

function useSaving(campaign: Campaign | undefined, form: DraftForm) {
  const agent = useAgent()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const place = usePlace()
  return useMutation({
    /** Saves what has changed, and with `check` stages it too. */
    mutationFn: async ({ check }: { check: boolean }) => {
      const { api } = agent
      const draft = form.getValues()
      const saved = campaign
        ? await api.patch('/campaigns/{campaignId}', {
            path: { campaignId: campaign.id },
            body: bodyOf(draft, true),
          })
        : await api.post('/campaigns', { body: bodyOf(draft) as never })
      queries.setQueryData(agent.key('campaigns', saved.id), saved)
      return { saved, check }
    },
    onSuccess: async ({ saved, check }) => {
      const values = form.getValues()
      form.setInitialValues(values)
      form.resetDirty(values)
      void queries.invalidateQueries({ queryKey: agent.key('campaign-list') })
      const search = { step: (check ? 'checks' : 'audience') as Step }
      await navigate({
        to: '/orgs/$org/agents/$agent/campaigns/$campaignId',
        params: { ...place, campaignId: saved.id },
        search,
        ignoreBlocker: true,
      })
      if (!check) return tell.done(words.compose.savedDraft)
      await stage(saved.id)
    },
    onError: (error) => {
      if (error instanceof Invalid) form.setErrors(errorsOf(error))
    },
  })

  async function stage(campaignId: string): Promise<void> {
    const key = agent.key('campaigns', campaignId)
    try {
      queries.setQueryData(key, await agent.api.post('/campaigns/{campaignId}/stage', { path: { campaignId } }))
      void queries.invalidateQueries({ queryKey: agent.key('recipients', campaignId) })
    } catch (error) {
      tell.failed(error)
    }
  }
}

function errorsOf(error: ParleyError & Invalid): Record<string, string> {
  const byPath = errorsByPath(error.errors, fieldOf)
  return error.code === 'agent.outreach.not_found' ? { outreachId: error.message, ...byPath } : byPath
}
