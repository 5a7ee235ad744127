import { type UseFormReturnType, useForm } from '@mantine/form'
import { Invalid, type ParleyError } from '@parley/sdk'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { strings } from '#i18n/campaigns.ts'
import { useAgent, useRouteIds } from '../../../app/current-org.ts'
import { groupErrorsByPath } from '../../../components/editor/field-path.ts'
import { useUnsavedGuard } from '../../../components/editor/useUnsavedGuard.tsx'
import { notify } from '../../../components/notify.tsx'
import type { Campaign } from '../campaign.ts'
import type { ComposerStep } from '../campaign-search.ts'
import { type CampaignDraft, toCampaignBody, toCampaignDraft, toCampaignField } from './campaign-draft.ts'

export type CampaignDraftForm = UseFormReturnType<CampaignDraft>

/** `zone`: the time zone of the place, in which times are entered. */
export function useCampaignDraft(campaign: Campaign | undefined, initial: CampaignDraft, zone: string) {
  const form = useForm<CampaignDraft>({
    initialValues: campaign ? toCampaignDraft(campaign, zone) : { ...initial, zone },
  })
  const dirty = form.isDirty()
  useUnsavedGuard(dirty)
  const saving = useSaveCampaign(campaign, form)
  return { form, dirty, saving }
}

function useSaveCampaign(campaign: Campaign | undefined, form: CampaignDraftForm) {
  const agent = useAgent()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const routeIds = useRouteIds()
  return useMutation({
    /** Saves changes; with `check`, also starts staging. */
    mutationFn: async ({ check }: { check: boolean }) => {
      const { api } = agent
      const draft = form.getValues()
      const saved = campaign
        ? await api.patch('/campaigns/{campaignId}', {
            path: { campaignId: campaign.id },
            body: toCampaignBody(draft, true),
          })
        : await api.post('/campaigns', { body: toCampaignBody(draft) as never })
      queries.setQueryData(agent.key('campaigns', saved.id), saved)
      return { saved, check }
    },
    onSuccess: async ({ saved, check }) => {
      const values = form.getValues()
      form.setInitialValues(values)
      form.resetDirty(values)
      void queries.invalidateQueries({ queryKey: agent.key('campaign-list') })
      const search = { step: (check ? 'checks' : 'audience') as ComposerStep }
      await navigate({
        to: '/orgs/$org/agents/$agent/campaigns/$campaignId',
        params: { ...routeIds, campaignId: saved.id },
        search,
        ignoreBlocker: true,
      })
      if (!check) return notify.success(strings.compose.savedDraft)
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
      notify.error(error)
    }
  }
}

function errorsOf(error: ParleyError & Invalid): Record<string, string> {
  const byPath = groupErrorsByPath(error.errors, toCampaignField)
  return error.code === 'agent.outreach.not_found' ? { outreachId: error.message, ...byPath } : byPath
}
